export const RECORDS = `t||Temperature|K|air_temperature|130`;

export const SECTIONS: Readonly<Record<string, string>> = { grib2: `0.0.0:0` };
