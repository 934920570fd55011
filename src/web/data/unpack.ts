// Reads what mpimon html has packed into the page: zlib, in base64.

async function inflate(id: string): Promise<Uint8Array<ArrayBuffer>> {
    const element = document.getElementById(id);
    const letters = atob(element?.textContent ?? '');
    element?.remove(); // its text is not needed twice in memory
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; ++i) bytes[i] = letters.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

export async function unpackJson<Content>(id: string): Promise<Content> {
    return JSON.parse(new TextDecoder().decode(await inflate(id))) as Content;
}

export const unpackBytes = inflate;
