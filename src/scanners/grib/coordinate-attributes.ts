/** Attributes of coordinates, as in cfgrib. */

type Texts = readonly (readonly [string, string])[];

const EPOCH: Texts = [
  ["units", "seconds since 1970-01-01T00:00:00"],
  ["calendar", "proleptic_gregorian"],
];
const SOIL: Texts = [
  ["units", "m"],
  ["positive", "down"],
  ["long_name", "soil depth"],
  ["standard_name", "depth"],
];
const pressure = (units: string): Texts => [
  ["units", units],
  ["positive", "down"],
  ["stored_direction", "decreasing"],
  ["standard_name", "air_pressure"],
  ["long_name", "pressure"],
];

export const COORDINATE_ATTRIBUTES: ReadonlyMap<string, Texts> = new Map([
  [
    "latitude",
    [
      ["units", "degrees_north"],
      ["standard_name", "latitude"],
      ["long_name", "latitude"],
    ],
  ],
  [
    "longitude",
    [
      ["units", "degrees_east"],
      ["standard_name", "longitude"],
      ["long_name", "longitude"],
    ],
  ],
  ["depthBelowLand", SOIL],
  ["depthBelowLandLayer", SOIL],
  [
    "hybrid",
    [
      ["units", "1"],
      ["positive", "down"],
      ["long_name", "hybrid level"],
      ["standard_name", "atmosphere_hybrid_sigma_pressure_coordinate"],
    ],
  ],
  [
    "heightAboveGround",
    [
      ["units", "m"],
      ["positive", "up"],
      ["long_name", "height above the surface"],
      ["standard_name", "height"],
    ],
  ],
  ["isobaricInhPa", pressure("hPa")],
  ["isobaricInPa", pressure("Pa")],
  [
    "number",
    [
      ["units", "1"],
      ["standard_name", "realization"],
      ["long_name", "ensemble member numerical id"],
    ],
  ],
  [
    "step",
    [
      ["units", "hours"],
      ["standard_name", "forecast_period"],
      ["long_name", "time since forecast_reference_time"],
    ],
  ],
  ["time", [...EPOCH, ["standard_name", "forecast_reference_time"], ["long_name", "initial time of forecast"]]],
  ["valid_time", [...EPOCH, ["standard_name", "time"], ["long_name", "time"]]],
]);
