/** The versions of Node that the package is tried on. */
export const NODES = ["20", "22", "24"];
