// The environment of timed programs: without NODE_EXTRA_CA_CERTS, for which Node reads and parses a machine's certificates at every
// start, before any program runs. That takes twice as long as starting, and no other program does it.
const { NODE_EXTRA_CA_CERTS: _, ...environment } = process.env;

export { environment };
