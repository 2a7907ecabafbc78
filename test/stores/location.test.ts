import { describe, expect, it, test } from "vitest";
import { parseLocation } from "../../src/dataset/open/location.ts";
import { isHyperslabError } from "../../src/errors.ts";
import { printLocation } from "../../src/stores/location/location.ts";
import { meaningOfMode, meansFile } from "../../src/stores/location/options.ts";
import type { Location } from "../../src/stores/location/parts.ts";
import { failure } from "./location-failure.ts";

test.each([
  ["data.zarr", "data.zarr"],
  ["./a/b", "./a/b"],
  ["/abs/päth with space", "/abs/päth with space"],
  ["C:\\data\\x.zarr", "C:\\data\\x.zarr"],
  ["c:/data", "c:/data"],
  ["\\\\server\\share\\x.zarr", "\\\\server\\share\\x.zarr"],
  ["./http:x", "./http:x"],
  ["100%", "100%"],
  ["a#b", "a#b"],
  ["~/x", "~/x"],
  ["[1]x", "[1]x"],
  ["file:///a/b%20c", "/a/b c"],
  ["file:/a/b", "/a/b"],
  ["file:a/b", "a/b"],
  ["file:outer.zip", "outer.zip"],
  ["file://localhost/a", "/a"],
  ["FILE:///a%7Cb%23c%25", "/a|b#c%"],
  ["file:///C:/data", "C:/data"],
  ["file:///c:", "c:"],
  ["file:C:/data", "C:/data"],
  ["file://D:/data", "D:/data"],
  ["file:///C%3A/data", "/C:/data"],
  ["file:///C:%5Cdata", "C:\\data"],
  ["file:///%E6%97%A5", "/日"],
  ["file:a%3A%3Ab", "a::b"],
])("%s is the path %s", (address, path) => {
  expect(parseLocation(address)).toEqual({ base: { scheme: "file", path }, steps: [] });
});

test.each([
  ["memory:x", { scheme: "memory", path: "x" }],
  ["memory://x", { scheme: "memory", path: "x" }],
  ["memory:x.zarr/a/b/", { scheme: "memory", path: "x.zarr/a/b" }],
  ["memory:a%20b", { scheme: "memory", path: "a b" }],
  ["https://h/x.zarr?sig=1", { scheme: "https", url: "https://h/x.zarr?sig=1" }],
  ["http://[::1]:8080/x.zarr", { scheme: "http", url: "http://[::1]:8080/x.zarr" }],
  ["s3://bucket/a%20b/c+d/", { scheme: "s3", bucket: "bucket", key: "a b/c+d" }],
  ["s3a://my.bucket-1", { scheme: "s3", bucket: "my.bucket-1", key: "" }],
  ["gs://b/k", { scheme: "gs", bucket: "b", key: "k" }],
  ["gcs://b/k", { scheme: "gs", bucket: "b", key: "k" }],
  ["gs3://b/k", { scheme: "gs3", bucket: "b", key: "k" }],
  ["az://cont-1@acct1/a/b", { scheme: "az", account: "acct1", container: "cont-1", key: "a/b" }],
  ["az://acct1/cont-1/a/b", { scheme: "az", account: "acct1", container: "cont-1", key: "a/b" }],
  ["abfs://cont@acct1.dfs.core.windows.net/a", { scheme: "az", account: "acct1", container: "cont", key: "a" }],
  ["az://$web@acct1.blob.core.windows.net", { scheme: "az", account: "acct1", container: "$web", key: "" }],
])("%s is %o", (address, expected) => {
  expect(parseLocation(address)).toEqual({ base: expected, steps: [] });
});

const local = { scheme: "file", path: "x.zip" };

test.each<[string, unknown]>([
  ["x.zip|zip:", { base: local, steps: [{ name: "zip", path: "" }] }],
  ["x.zip|ZIP:/a//b/", { base: local, steps: [{ name: "zip", path: "a/b" }] }],
  ["x.zip|zip:a%7Cb|zarr3:c%20d", { base: local, steps: [step("zip", "a|b"), step("zarr3", "c d")] }],
  ["x.zip::a/b", { base: local, steps: [step("node", "a/b")] }],
  ["x.zip::a%20b", { base: local, steps: [step("node", "a%20b")] }],
  ["x.zip::", { base: local, steps: [] }],
  ["x.zip|node:a%3A%3Ab", { base: local, steps: [step("node", "a::b")] }],
  ["x.zip|zarr2:a::b", { base: local, steps: [step("zarr2", "a/b")] }],
  ["x.zip|zip:i.zip|zip:|zarr:", { base: local, steps: [step("zip", "i.zip"), step("zip", ""), step("zarr", "")] }],
  ["x.zip|kerchunk:|zarr2:a", { base: local, steps: [step("reference", ""), step("zarr2", "a")] }],
  ["x.zip|nczarr:a", { base: local, steps: [step("nczarr", "a")] }],
  ["x.zip|bloscpack:", { base: local, steps: [step("bloscpack", "")] }],
  ["http://[::1]/x::a/b", { base: { scheme: "http", url: "http://[::1]/x" }, steps: [step("node", "a/b")] }],
  ["https://h/x?s=1|zarr3:a", { base: { scheme: "https", url: "https://h/x?s=1" }, steps: [step("zarr3", "a")] }],
  ["s3://b/x.zip|zip:|zarr3:a/b", { base: s3("x.zip"), steps: [step("zip", ""), step("zarr3", "a/b")] }],
])("%s is a pipeline", (address, expected) => {
  expect(parseLocation(address)).toEqual(expected);
});

function step(name: string, path: string): unknown {
  return { name, path };
}

function s3(key: string): unknown {
  return { scheme: "s3", bucket: "b", key };
}

test.each<[string, string, string[]]>([
  ["zip::s3://b/x.zip", "s3://b/x.zip|zip:", []],
  ["zip://a/b::https://h/x.zip", "https://h/x.zip|zip:a/b", []],
  ["zip://a b%20::x.zip", "x.zip|zip:a%20b%2520", []],
  ["simplecache::zip://a::s3://b/x.zip", "s3://b/x.zip|zip:a", ["simplecache"]],
  ["zip://a::filecache::https://h/x.zip", "https://h/x.zip|zip:a", ["filecache"]],
  ["zip://i::zip://o.zip::x.zip", "x.zip|zip:o.zip|zip:i", []],
  ["ZIP::x.zip::a/b", "x.zip|zip:::a/b", []],
  ["zip::http://[::1]/x.zip", "http://[::1]/x.zip|zip:", []],
  ["reference::s3://b/refs.json", "s3://b/refs.json|reference:", []],
  ["reference://::s3://b/refs.json", "s3://b/refs.json|reference:", []],
  ["reference://a::refs.json|zarr2:b", "refs.json|reference:a|zarr2:b", []],
  ["zip", "file:zip", []],
  ["./zip::a", "./zip::a", []],
])("the chain %s is %s", (address, printed, noted) => {
  const notes: string[] = [];
  const location = parseLocation(address, { onNote: (note) => notes.push(note) });
  expect(printLocation(location)).toBe(printed);
  expect(parseLocation(printed)).toEqual(location);
  expect(notes.map((note) => note.split("::")[0])).toEqual(noted);
});

test.each<[string, Location["options"], string]>([
  ["a.zarr#mode=zarr,file", { mode: ["zarr", "file"] }, "a.zarr#mode=zarr,file"],
  ["a.zarr#mode=ZARR,File,zarr", { mode: ["zarr", "file"] }, "a.zarr#mode=zarr,file"],
  ["a.zarr#mode=zarr&mode=file", { mode: ["zarr", "file"] }, "a.zarr#mode=zarr,file"],
  ["file:///a#zarr", { mode: ["nczarr", "zarr"] }, "/a#mode=nczarr,zarr"],
  ["file:///a#mode=nczarr,v2::x/y", { mode: ["nczarr", "v2"] }, "/a::x/y#mode=nczarr,v2"],
  ["a|zip:b#mode=nczarr", { mode: ["nczarr"] }, "a|zip:b#mode=nczarr"],
  ["[mode=zarr][aws.profile=p]s3://b/k", { mode: ["zarr"], profile: "p" }, "s3://b/k#mode=zarr&aws.profile=p"],
  [
    "s3://b/k#aws.profile=my%20one&AWS.Region=eu",
    { profile: "my one", region: "eu" },
    "s3://b/k#aws.profile=my%20one&aws.region=eu",
  ],
  ["s3://b/k#aws.profile=a&aws.profile=b", { profile: "a" }, "s3://b/k#aws.profile=a"],
  ["s3://b/k#mode=nczarr,s3&log", { mode: ["nczarr", "s3"], show: "fetch" }, "s3://b/k#mode=nczarr,s3&show=fetch"],
  ["s3://b/k#", undefined, "s3://b/k"],
])("%s has netCDF's options", (address, options, printed) => {
  const location = parseLocation(address);
  expect(location.options).toEqual(options);
  expect(printLocation(location)).toBe(printed);
  expect(parseLocation(printed)).toEqual(location);
});

test.each([
  ["", "is empty at its end", 1],
  ["a\0b", "has a NUL character at character 2", 2],
  ["a\ud800b", "has half of a surrogate pair at character 2", 2],
  ["foo:bar", 'has the unknown scheme "foo:" at character 1', 1],
  ["htps://bar", "Did you mean https:?", 1],
  ["a.zip|zip", "has a step without a colon at its end", 10],
  ["a.zip|zpi:", "Did you mean |zip:?", 7],
  ["a.zip|", 'has nothing after "|" at its end', 7],
  ["a.zip|s3:", 'has the unknown step "s3:" at character 7', 7],
  ["a|zarr3:b|zip:", 'has a "|" after the node at character 10', 10],
  ["a::b|zip:", 'has a "|" after the node at character 5', 5],
  ["a::b::c", 'has a second "::" at character 5', 5],
  ["a|zip:b/../c", 'has a "." or ".." where names go at character 8', 8],
  ["a::../b", 'has a "." or ".." where names go at character 4', 4],
  ["a|zip:%2e%2e", 'has a "." or ".." where names go at character 7', 7],
  ["a|zip:b?c", 'has a "?" part, which has no meaning here, at character 8', 8],
  ["|zip:a", "names no path or URL at character 1", 1],
  ["zip::", "names no path or URL at its end", 6],
  ["zip://a", "does not say which archive zip:// is in at character 7", 7],
  ["reference://a", "does not say which archive reference:// is in", 13],
  ["file:///a%zz", "has a percent sign that does not begin an escape at character 10", 10],
  ["file:///a/b%4", "has a percent sign that does not begin an escape at character 12", 12],
  ["a.zip|zip:b%zz", "has a percent sign that does not begin an escape at character 12", 12],
  ["file:///%ff", "has percent escapes that are not UTF-8 at character 9", 9],
  ["file:///a%00", "has an escaped NUL character at character 10", 10],
  ["file://server/share", "names another machine at character 8", 8],
  ["file:", "has no path at its end", 6],
  ["file:///a?x=1", 'has a "?" part, which has no meaning here, at character 10', 10],
  ["a#b=", 'has the unknown option "b" at character 3', 3],
  ["file:///a#mod=zarr", "Did you mean mode?", 11],
  ["file:///a#mode=zar", "Did you mean zarr?", 16],
  ["a.nc#mode=file,zip", 'has the mode "zip", which "file" excludes, at character 16', 16],
  ["a.nc#mode=", 'has no value for "mode" at its end', 11],
  ["a.nc#aws.profil=x", "Did you mean aws.profile?", 6],
  ["memory:", "does not name a memory store at its end", 8],
  ["memory:///x", "does not name a memory store at character 10", 10],
  ["memory:a?b", 'has a "?" part, which has no meaning here, at character 9', 9],
  ["s3:bucket", "has no // after its scheme at character 4", 4],
  ["s3:///key", "does not name a bucket at character 6", 6],
  ["s3://a b/key", "has an invalid bucket name at character 7", 7],
  ["az://my-container/path", "does not name a storage account", 6],
  ["az://acct1", "does not name a container at its end", 11],
  ["abfs://cont@x/path", "does not name a storage account", 13],
  ["http://", "is not a URL at character 6", 6],
  ["a.nc#mode=zip,bytes", 'has the mode "bytes", which "zip" excludes,', 15],
  ["a.nc#mode=netcdf3,netcdf4", 'has the mode "netcdf4", which "netcdf3" excludes,', 19],
  ["http://user:pw@h/x", "has a user or password in it at character 8", 8],
])("refuses %j: %s", (address, message, column) => {
  const error = failure(() => parseLocation(address));
  expect(isHyperslabError(error, "invalid-request")).toBe(true);
  expect(String(error)).toContain(message);
  expect(isHyperslabError(error) && error.place.column).toBe(column);
});

test.each([
  ["http://h/x#mode=dap4", "a DAP4 server", 17],
  ["tar://a::x.tar", "tar:// addresses cannot be opened", 1],
])("%s is something else, which is named", (address, message, column) => {
  const error = failure(() => parseLocation(address));
  expect(isHyperslabError(error, "unsupported")).toBe(true);
  expect(String(error)).toContain(message);
  expect(isHyperslabError(error) && error.place.column).toBe(column);
});

test("long addresses are read, or refused, at once", () => {
  const long = "a:".repeat(50_000);
  const start = process.cpuUsage();
  for (const [before, after] of [
    ["", ""],
    ["s3://b/", ""],
    ["http://h/", "#b=1"],
    ["x|zip:", "|"],
    ["x#mode=", ""],
    ["zip://", ""],
  ]) {
    const error = failure(() => printLocation(parseLocation(before + long + after)));
    if (error !== undefined) expect(String(error).length).toBeLessThan(600);
    failure(() => printLocation(parseLocation(before + "#&=".repeat(20_000) + after)));
  }
  // Microseconds of work, not of waiting for a processor; twenty times what it takes.
  expect(process.cpuUsage(start).user).toBeLessThan(5e6);
});

test("a caret stands under the character, and secrets are not shown", () => {
  const shown = (address: string): string => String(failure(() => parseLocation(address)));
  expect(shown("file:///a%zz")).toContain("\n  file:///a%zz\n           ^ here. Write %25");
  expect(shown("日本/😀|zpi:")).toContain("\n  日本/😀|zpi:\n       ^ here");
  expect(shown("https://user:secret@h/x?sig=secret#mode=x")).toContain("\n  https://…@h/x?…#mode=x\n          ^ here");
  expect(shown("https://h/x?sig=secret&k=secret|zpi:")).toContain("\n  https://h/x?…|zpi:\n                ^ here");
  expect(shown("s3://b/k#mode=s3&secret.key=secret")).toContain("\n  s3://b/k#mode=s3&secret.key=…\n");
  expect(shown(`https://h/${"a".repeat(500)}?secret=1|zpi:`)).toMatch(/\n {2}…a{57}\?…\|zpi:\n {63}\^ here/);
  expect(shown("http://h/x#secret")).not.toContain("secret");
  expect(shown("a\tb|zpi:")).toContain("\n  a\ufffdb|zpi:\n");
});

describe("netCDF's options mean what they mean to netCDF-C", () => {
  it.each([
    ["s3://b/k#mode=nczarr,awsprofile=me", { mode: ["nczarr"], profile: "me" }],
    ["s3://b/k#mode=nczarr,aws.profile=me&aws.region=r", { mode: ["nczarr"], profile: "me", region: "r" }],
    ["s3://b/k#awsprofile=me&mode=s3", { mode: ["s3"], profile: "me" }],
    ["s3://b/k#aws.profile=first&awsprofile=second", { profile: "first" }],
    ["file:///a#log&mode=zarr", { mode: ["zarr"], show: "fetch" }],
    ["[log=stderr]file:///a", { show: "fetch" }],
  ])("%s", (address, options) => {
    const notes: string[] = [];
    expect(parseLocation(address, { onNote: (note) => notes.push(note) }).options).toEqual(options);
    expect(notes).toEqual([]);
  });

  it.each([
    ["file://a/b#mode=nczarr,file", "a/b"],
    ["[mode=zarr]file://b", "b"],
    ["file://localhost/b#mode=zarr", "/b"],
    ["file:///b#mode=zarr", "/b"],
  ])("%s is the path %s", (address, path) => {
    expect(parseLocation(address).base).toEqual({ scheme: "file", path });
  });

  it.each(["nczarr", "zarr", "xarray", "noxarray"])("bytes removes %s, in any order", (word) => {
    for (const mode of [`${word},bytes`, `bytes,${word}`]) {
      const { mode: words = [] } = parseLocation(`https://h/a.nc#mode=${mode}`).options ?? {};
      expect([meansFile(words), meaningOfMode(words)]).toEqual([true, {}]);
    }
  });
});
