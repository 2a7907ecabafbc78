/**
 * The order in which zfp stores the coefficients of a block of 4^d: by total frequency, then by the sum of squares. Which
 * of equals comes first follows no rule, so the orders are tables (two hexadecimal digits an index, the first axis
 * fastest), taken from what zfp itself does with blocks of one coefficient.
 */
const ORDERS: readonly string[] = [
  "00010203",
  "0001040502080609030c0a070d0b0e0f",
  [
    "0001041014110502082015061218092124030c3016192528220a07131c0d3134",
    "29261a171d350b232c0e32382a1b272d1e36393c330f2b2e3a3d371f3e3b2f3f",
  ].join(""),
  [
    "0001041040055011444114020820805451451506124218480960212481849003",
    "0c30c0555246164919582564619491850aa0228882280713431c4c0d703134c1",
    "c4d056596595a189298626a41a989268624a5347174d1d5c357471d4d1c50b23",
    "832c8c0eb03238c2c8e05aa566999669a8a28a2a575d75d51b4b632787936c2d",
    "8d9c1e4eb1b436727839c6d2d8c9e1e40ff033ccc33ca9a69a6a5b67976d9d5e",
    "b57679d6d9e5a38b2b8e2eac3ab8b2e8e2caf1cd3dc737f41fdcd37c734faaa7",
    "9b6b9e6ead7ab9b6e9e6da5ff577ddd77df2ce3ecb3bf82fece3bcb38fabaeba",
    "eaf6de7edb7bf96fede7bdb79ffcf3cf3faffabbeeebbefdf7df7ffefbefbfff",
  ].join(""),
];

/** Where in the block the coefficients go, for one to four dimensions. */
export function coefficientOrder(dimensions: number): Uint8Array {
  const digits = ORDERS[dimensions - 1] ?? "";
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}
