"""What well-known collective algorithms send, from their descriptions in the literature.

Each function takes the number of processes, the bytes of one contribution and the root, and returns
{(source, target): [messages, bytes]} of one call. See R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective
Communication Operations in MPICH" (IJHPCA 19, 2005) for the algorithms' descriptions.
"""


class Edges(dict):
    def send(self, source, target, size):
        edge = self.setdefault((source, target), [0, 0])
        edge[0] += 1
        edge[1] += size


def rounds(size):
    """1, 2, 4, ... below `size`."""
    distance = 1
    while distance < size:
        yield distance
        distance *= 2


def lowest_bit(number):
    return number & -number


def is_power_of_two(size):
    return size & (size - 1) == 0


def tree(size, root, weight, upwards):
    """The binomial tree: r's parent (both counted from the root) is r without its lowest bit."""
    edges = Edges()
    for relative in range(1, size):
        parent = relative - lowest_bit(relative)
        ends = ((relative + root) % size, (parent + root) % size)
        edges.send(*(ends if upwards else ends[::-1]), weight(relative))
    return edges


def tree_down(size, block, root):
    return tree(size, root, lambda _: block, upwards=False)


def tree_up(size, block, root):
    return tree(size, root, lambda _: block, upwards=True)


def binary_tree_up(size, block, root):
    """The binary tree: r's parent (both counted from the root) is (r - 1) // 2."""
    edges = Edges()
    for relative in range(1, size):
        edges.send((relative + root) % size, ((relative - 1) // 2 + root) % size, block)
    return edges


def tree_blocks_up(size, block, root):
    """As tree_up, each process passing on the blocks of its whole subtree."""
    return tree(size, root, lambda r: block * min(lowest_bit(r), size - r), upwards=True)


def tree_blocks_down(size, block, root):
    return tree(size, root, lambda r: block * min(lowest_bit(r), size - r), upwards=False)


def dissemination(size, _block, _root):
    edges = Edges()
    for distance in rounds(size):
        for rank in range(size):
            edges.send(rank, (rank + distance) % size, 0)
    return edges


def ring(size, block, _root):
    """Every block travels once around, to the right."""
    edges = Edges()
    for rank in range(size):
        for _ in range(size - 1):
            edges.send(rank, (rank + 1) % size, block)
    return edges


def bruck(size, block, _root):
    """The blocks collected so far, as many as are missing at most, to the process `distance` before."""
    edges = Edges()
    for distance in rounds(size):
        for rank in range(size):
            edges.send(rank, (rank - distance) % size, block * min(distance, size - distance))
    return edges


def bruck_personalised(size, block, _root):
    """All blocks whose number has the round's bit set, to the process `distance` after."""
    edges = Edges()
    for distance in rounds(size):
        blocks = sum(1 for number in range(size) if number & distance)
        for rank in range(size):
            edges.send(rank, (rank + distance) % size, block * blocks)
    return edges


def everyone(size, block, root):
    """One message from each to each other."""
    return everyone_by_rank(size, block, root, extra=0)


def everyone_and_self(size, block, root):
    """MPICH's scattered and permuted ways send the own block, too, as a message."""
    edges = everyone(size, block, root)
    for rank in range(size):
        edges.send(rank, rank, block)
    return edges


def doubling_blocks(size, block, _root):
    """Recursive doubling for a power of two: all that was collected, to the partner at twice the distance."""
    edges = Edges()
    for distance in rounds(size):
        for rank in range(size):
            edges.send(rank, rank ^ distance, block * distance)
    return edges


def doubling_reduction(size, block, _root):
    """Recursive doubling; beyond a power of two, the first pairs fold into one process each and get the result back."""
    edges = Edges()
    power = 1 << (size.bit_length() - 1)
    rest = size - power
    active = [2 * i + 1 for i in range(rest)] + list(range(2 * rest, size))
    for i in range(rest):
        edges.send(2 * i, 2 * i + 1, block)
        edges.send(2 * i + 1, 2 * i, block)
    for distance in rounds(power):
        for place, rank in enumerate(active):
            edges.send(rank, active[place ^ distance], block)
    return edges


def doubling_scan(size, block, _root):
    """Partial results with the partner at each distance, where there is one."""
    edges = Edges()
    for distance in rounds(size):
        for rank in range(size):
            if rank ^ distance < size:
                edges.send(rank, rank ^ distance, block)
    return edges


def to_root(size, block, root, extra=4):
    """Each process r its block and r * `extra` bytes."""
    edges = Edges()
    for rank in range(size):
        if rank != root:
            edges.send(rank, root, block + rank * extra)
    return edges


def from_root(size, block, root):
    """The same, the other way."""
    return Edges({ends[::-1]: edge for ends, edge in to_root(size, block, root).items()})


def ring_by_rank(size, block, _root, extra=4):
    """As ring, with blocks of the sizes of to_root; each process passes on all but its right neighbour's."""
    edges = Edges()
    for rank in range(size):
        for step in range(size - 1):
            edges.send(rank, (rank + 1) % size, block + (rank - step) % size * extra)
    return edges


def everyone_by_rank(size, block, _root, extra=4):
    """From each to each other r, r's block and r * `extra` bytes."""
    edges = Edges()
    for rank in range(size):
        for other in range(size):
            if other != rank:
                edges.send(rank, other, block + other * extra)
    return edges


def everyone_by_pair(size, block, _root, extra=4):
    """From each r to each s, itself included, the block and (r + s) % 3 * `extra` bytes."""
    edges = Edges()
    for rank in range(size):
        for other in range(size):
            edges.send(rank, other, block + (rank + other) % 3 * extra)
    return edges


def neighbours(size, block, _root):
    """To the next two in the ring."""
    edges = Edges()
    for rank in range(size):
        for distance in (1, 2):
            edges.send(rank, (rank + distance) % size, block)
    return edges
