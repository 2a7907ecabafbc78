/**
 * fast-check as the tests import it: every run tries the same cases, so that a test fails because of what was changed and
 * not because of what was drawn. HYPERSLAB_SEED=random draws others, HYPERSLAB_SEED=5 those of that seed; a failure says
 * its seed. `npm run fuzz` is what searches.
 */
import fc from "../node_modules/fast-check/lib/fast-check.js";

const given = process.env["HYPERSLAB_SEED"] ?? "1";
if (given !== "random") fc.configureGlobal({ seed: Number(given) });

export default fc;
