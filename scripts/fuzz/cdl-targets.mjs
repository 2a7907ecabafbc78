// Target: CDL that is damaged, or put together from pieces of CDL in any order.
import { parseCdl } from "../../dist/modules/cdl/parse/parse.js";
import { damage } from "./random.mjs";

const SAMPLE = `netcdf sample {
dimensions:
	t = UNLIMITED ; // (2 currently)
	u = UNLIMITED ;
	x = 3, len = 4 ;
variables:
	double v(t, x) ;
		v:_FillValue = -9.5 ; v:units = "m\\n\\303\\251" ; v:range = 1b, 2s, 3, 4LL ; string v:s = "a", NIL ;
		v:_ChunkSizes = 1, 3 ; v:_DeflateLevel = 3 ; v:_Endianness = "little" ;
	char c(x, len), one ;
	int n(t, u) ;
	string s(x) ; int64 big ; uint64 ubig(x) ;
	float \\1st\\ name ;
	:title = "sample" ; :list = 1.5f, NaNf, -Infinityf ;
data:
 v = 1, 2.5, _, 1e-300, NaN ;
 c = "ab", "cd\\000e", 'x' ; one = 'q' ;
 n = {1, 2}, {3, 4, 5} ;
 s = "x", NIL, _ ; big = -9223372036854775808 ; ubig = 18446744073709551615, 017 ;
group: g { dimensions: y = 2 ; variables: short w(/x, y) ; data: w = 1, 2, 3 ;
  group: h { variables: byte z ; data: z = -128b ; } }
}
`;

const PIECES = [
  ...SAMPLE.split(/(?<=[\s;,{}()=:])/),
  ...[
    "/*",
    "*/",
    "//",
    "\\",
    '"',
    "'",
    "'''",
    "{",
    "}",
    "{{",
    "}}",
    "_",
    "NIL",
    "0x1f",
    "1e999",
    "1e-999",
    "--1",
    "+",
    "-",
  ],
  ...[
    "1".repeat(30),
    "0".repeat(40),
    "types:",
    "enum",
    "compound",
    "opaque(3)",
    "float(*)",
    "/",
    "/g",
    "/g/h/y",
    "..",
    "\0",
  ],
  ...["x = 9007199254740991 ;", "x = 0 ;", "int v(x, x, x) ;", "v = 1, 2, 3 ;", "\u00e9", "\ud83d\ude00", "UNLIMITED"],
];

export function cdlTargets() {
  const sample = new TextEncoder().encode(SAMPLE);
  return {
    cdl: async (random) => {
      const text = random.chance(2) ? damage(sample, random) : joined(sample, random);
      return {
        describe: () => ({ text: Buffer.from(text).toString("latin1") }),
        run: () => [() => checked(text)],
      };
    },
  };
}

/** The sample with some of its words replaced by others. */
function joined(sample, random) {
  const words = random.chance(3) ? [] : SAMPLE.split(/(?<=[\s;,{}()=:])/);
  for (let i = random.below(20); i >= 0; i--) {
    words.splice(random.below(words.length + 1), random.below(3), random.pick(PIECES));
  }
  return random.chance(50) ? sample : new TextEncoder().encode(words.join(""));
}

/** Values never outnumber the elements of their variable. */
function checked(text) {
  const { root, values } = parseCdl(new Uint8Array(text));
  const pending = [root];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    pending.push(...group.groups);
    for (const { path, dimensions } of group.variables) {
      const count = dimensions.reduce((product, { length }) => product * length, 1);
      if ((values.get(path)?.length ?? 0) > count) return `${path} has more values than its ${count} elements`;
    }
  }
  return undefined;
}
