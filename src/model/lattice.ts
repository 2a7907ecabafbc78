/**
 * A lattice is a set of element positions in a buffer: a base and, for each axis, a count with a stride or, where the
 * positions follow no rule (a list of indices), a table of offsets. Lattices are closed under selecting and permuting,
 * so slicing, transposing, sharding and scattering into a result are all the same algebra, and one copy serves them.
 * Positions are counted in elements.
 */
export interface Axis {
  readonly count: number;
  readonly stride: number;
  /** Offsets of each index, in place of `index * stride`. */
  readonly offsets?: Float64Array;
}

export interface Lattice {
  readonly base: number;
  readonly axes: readonly Axis[];
}
