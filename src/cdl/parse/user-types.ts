/** The hint about types that CDL lets users define. */

export const USER_TYPES = "Hyperslab reads all of CDL except user-defined types: compound, enum, opaque and vlen.";
