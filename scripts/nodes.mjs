/** The versions of Node that the package is tested on. */
export const NODES = ["20", "22", "24"];
