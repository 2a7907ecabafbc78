/** The tour's sample: a Zarr v2 hierarchy with made-up air temperatures, computed and written to a folder. */
import { create, type NdArray } from "../index.ts";

const [STEPS, ROWS, COLUMNS] = [8, 36, 72] as const;
const CODECS = [{ name: "zlib", configuration: { level: 9 } }];

/** Kelvin in steps of 0.01, packed as in CF. */
const PACKING = { scale_factor: 0.01, add_offset: 273.15 };
const MISSING = -32768;

export async function writeSample(folder: string): Promise<void> {
  const title = "Hyperslab sample: air temperature, made up";
  const root = await create(folder, { format: "zarr2", attributes: { Conventions: "CF-1.11", title } });
  const axis = async (name: string, dtype: "float32" | "int32", values: Float64Array, attributes: object) => {
    const array: NdArray = await root.create(name, {
      ...{ shape: [values.length], dtype, dims: [name], chunks: [values.length], codecs: CODECS },
      // In Zarr v2 the fill value means missing, which zero is not here.
      fillValue: MISSING,
      attributes: { ...attributes },
    });
    await array.write(undefined, Array.from(values));
  };
  await axis(
    "time",
    "int32",
    Float64Array.from({ length: STEPS }, (_, step) => step * 6),
    {
      calendar: "standard",
      units: "hours since 2026-01-01",
    },
  );
  await axis(
    "lat",
    "float32",
    Float64Array.from({ length: ROWS }, (_, row) => latitude(row)),
    { units: "degrees_north" },
  );
  await axis(
    "lon",
    "float32",
    Float64Array.from({ length: COLUMNS }, (_, column) => longitude(column)),
    {
      units: "degrees_east",
    },
  );
  const temperature = await root.create("temperature", {
    ...{
      shape: [STEPS, ROWS, COLUMNS],
      dtype: "int16",
      dims: ["time", "lat", "lon"],
      chunks: [4, 18, 36],
      codecs: CODECS,
    },
    ...{ fillValue: MISSING, attributes: { ...PACKING, long_name: "air temperature", units: "K" } },
  });
  await temperature.write(undefined, packedField());
  await root.consolidate();
}

const latitude = (row: number): number => 87.5 - 5 * row;
const longitude = (column: number): number => 5 * column;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

function packedField(): Int16Array {
  const { scale_factor, add_offset } = PACKING;
  return Int16Array.from({ length: STEPS * ROWS * COLUMNS }, (_, index) => {
    const column = index % COLUMNS;
    const row = Math.floor(index / COLUMNS) % ROWS;
    const step = Math.floor(index / (COLUMNS * ROWS));
    return Math.round((kelvin(step, radians(latitude(row)), radians(longitude(column))) - add_offset) / scale_factor);
  });
}

/** A warm belt, cold poles, two travelling waves and a cyclone that drifts north-east. */
function kelvin(step: number, phi: number, lambda: number): number {
  const drift = (2 * Math.PI * step) / STEPS;
  const base = 273 + 30 * Math.cos(phi) ** 2 - 18 * Math.sin(phi) ** 4;
  const first = 6 * Math.cos(phi) ** 2 * Math.cos(3 * lambda - drift);
  const second = 3 * Math.sin(2 * phi) * Math.sin(5 * lambda + 2 * drift);
  const north = (phi - radians(-35 + 4 * step)) / 0.22;
  const east = (wrapped(lambda - radians(120 + 9 * step)) / 0.3) ** 2;
  return base + first + second - 14 * Math.exp(-(north ** 2 + east));
}

/** An angle between -pi and pi. */
function wrapped(angle: number): number {
  const turn = 2 * Math.PI;
  return ((((angle + Math.PI) % turn) + turn) % turn) - Math.PI;
}
