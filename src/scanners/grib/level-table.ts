/** What ecCodes calls levels, steps and centres, written by scripts/fixtures/grib_levels.py. */

/** First and second surface of edition 2, and the level of surfaces 500 and 700. */
export const LEVELS_2 = `1,255:surface:500
1,8:entireAtmosphere:500
2,255:cloudBase:500
3,255:cloudTop:500
4,255:isothermZero:500
5,255:adiabaticCondensation:500
6,255:maxWind:500
7,255:tropopause:500
8,255:nominalTop:500
9,255:seaBottom:500
10,255:atmosphere:500
11,255:cumulonimbusBase:500
12,255:cumulonimbusTop:500
14,255:freeConvection:500
15,255:convectiveCondensation:500
16,255:neutralBuoyancy:500
17,255:mostUnstableParcel:500
18,255:mixedLayerParcel:500
19,255:lowestLevelOfCloudCoverExceedance:500
20,255:isothermal:500
100,255:isobaricInhPa:5
100,100:isobaricLayer:5
101,255:meanSea:500
102,255:heightAboveSea:500
102,102:heightAboveSeaLayer:500
103,255:heightAboveGround:500
103,103:heightAboveGroundLayer:500
104,255:sigma:500
104,104:sigmaLayer:500
105,255:hybrid:500
105,105:hybridLayer:500
106,255:depthBelowLand:500
106,106:depthBelowLandLayer:500
107,255:theta:500
107,107:thetaLayer:500
108,255:pressureFromGround:500
108,108:pressureFromGroundLayer:500
109,255:potentialVorticity:500000000000
111,255:eta:500
114,255:snow:500
114,114:snowLayer:700
117,255:mixedLayerDepthGeneric:500
118,255:hybridHeight:500
119,255:hybridPressure:500
151,255:soil:500
151,151:soilLayer:700
152,255:seaIce:500
152,152:seaIceLayer:700
160,255:depthBelowSea:500
160,160:depthBelowSeaLayer:500
162,255:lakeBottom:500
166,255:mixingLayer:500
168,255:oceanModel:500
168,168:oceanModelLayer:700
169,255:mixedLayerDepthByDensity:500
170,255:mixedLayerDepthByTemperature:500
171,255:mixedLayerDepthByDiffusivity:500
173,255:snowTopOverIceOnWater:500
174,255:iceTopOnWater:500
175,255:iceTopUnderSnowOnWater:500
176,255:iceBottomOnWater:500
177,255:indefiniteSoilDepth:500
185,255:roof:500
185,185:roofLayer:500
186,255:wall:500
186,186:wallLayer:500
187,255:road:500
187,187:roadLayer:500
188,255:meltPondTop:500
189,255:meltPondBottom:500
191,255:abstractMultipleLevels:500
191,191:abstractMultipleLevels:500
193,255:flightLevel:500
254,255:abstractLevel:500`;

/** Types of level of edition 1, and the level of octets 1 and 2. */
export const LEVELS_1 = `1:surface:258
2:cloudBase:258
3:cloudTop:258
4:isothermZero:258
5:adiabaticCondensation:258
6:maxWind:258
7:tropopause:258
8:nominalTop:258
9:seaBottom:258
100:isobaricInhPa:258
101:isobaricLayer:1
102:meanSea:258
103:heightAboveSea:258
104:heightAboveSeaLayer:1
105:heightAboveGround:258
106:heightAboveGroundLayer:1
107:sigma:258
108:sigmaLayer:1
109:hybrid:258
110:hybridLayer:1
111:depthBelowLand:258
112:depthBelowLandLayer:1
113:theta:258
114:thetaLayer:1
115:pressureFromGround:258
116:pressureFromGroundLayer:1
117:potentialVorticity:258
121:isobaricLayerHighPrecision:1
125:heightAboveGroundHighPrecision:258
128:sigmaLayerHighPrecision:1
141:isobaricLayerMixedPrecision:1
160:depthBelowSea:258
200:entireAtmosphere:258
201:entireOcean:258
203:abstractMultipleLevels:258
210:isobaricInPa:258
211:oceanWave:258
212:oceanMixedLayer:258`;

/** Time range indicators of edition 1, and the step of P1 = 3, P2 = 7. */
export const STEPS_1 = `0:instant:3
1:instant:3
2:max:7
3:avg:7
4:accum:7
5:diff:7
10:instant:775
14:instant:3
113:avgfc:3
118:max:7
119:min:7
120:rms:7
123:avgua:3
124:avgia:3
128:avgas:7
130:avgad:7
133:avgid:7`;

/** Codes of centres. */
export const CENTRES = `1:ammc:Melbourne
4:rums:Moscow
7:kwbc:US National Weather Service - NCEP
24:fapr:Pretoria
28:vabb:New Delhi
29:dems:New Delhi
34:rjtd:Japanese Meteorological Agency - Tokyo
38:babj:Beijing
40:rksl:Seoul
41:sabm:Buenos Aires
46:sbsj:Brasilian Space Agency - INPE
54:cwao:Canadian Meteorological Service - Montreal
58:fnmo:US Navy - Fleet Numerical Oceanography Center
69:nzkl:Wellington
74:egrr:U.K. Met Office - Exeter
78:edzw:Offenbach
80:cnmc:Rome
82:eswi:Norrkoping
84:lfpw:French Weather Service - Toulouse
85:lfpw:French Weather Service - Toulouse
86:efkl:Helsinki
88:enmi:Oslo
94:ekmi:Copenhagen
98:ecmf:European Centre for Medium-Range Weather Forecasts
99:knmi:DeBilt, Netherlands
173:nasa:US National Aeronautics and Space Administration
195:wiix:Indonesia
204:niwa:National Institute of Water and Atmospheric Research
213:birk:Reykjavik
214:lemm:INM Madrid
215:lssw:Zurich
218:habp:Budapest
224:lowm:Austria
227:ebum:Belgium
233:eidb:Dublin
235:ingv:INGV
239:crfc:CERFAX
250:cosmo:COnsortium for Small scale MOdelling
252:mpim:Max Planck Institute for Meteorology
254:eums:EUMETSAT Operation Centre`;
