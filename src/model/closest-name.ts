/** "Did you mean", for the rooms above. */
export { closestName } from "../bytes/closest-name.ts";
