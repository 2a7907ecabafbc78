/** The hint about types that CDL lets users define. */

export const USER_TYPES = "Hyperslab reads all of CDL but user-defined types: compound, enum, opaque and vlen.";
