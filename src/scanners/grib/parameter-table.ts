/**
 * What ecCodes calls parameters, written by scripts/fixtures/grib_parameters.py and read by parameter-runs.ts.
 *
 * A record is `shortName|cfVarName|name|units|cfName|paramId`, without empty fields at its end; a record without `paramId` has the
 * one before it plus 1. `^t||temperature|K||235130` is three records: `avg_t` (Time-mean temperature, 235130),
 * `max_t` (Time-maximum temperature, 237130) and `min_t` (Time-minimum temperature, 238130).
 *
 * A line of a section is `numbers:record;exception=offset;...`. `0.1.5-7:20+4` gives the numbers 0.1.5, 0.1.6 and 0.1.7 the
 * records 20, 24 and 28; a line without `0.1.` continues the one before it. An exception is `surface@level/statistics`, and its record is
 * so far from the rule's; `/023=1` is, on every surface, 1 for the statistics 0, 2 for 2 and 3 for 3.
 */

export const RECORDS = `strf||Stream function|m**2 s**-1
vp||Velocity potential|m**2 s**-1
pt||Potential temperature|K
eqpt||Equivalent potential temperature|K
sept||Saturated equivalent potential temperature|K
ssfr||Soil sand fraction|(0 - 1)
scfr||Soil clay fraction|(0 - 1)
sro||Surface runoff|m
ssro||Sub-surface runoff|m
ws||Wind speed|m s**-1
udvw||U component of divergent wind|m s**-1
vdvw||V component of divergent wind|m s**-1
urtw||U component of rotational wind|m s**-1
vrtw||V component of rotational wind|m s**-1
aluvp||UV visible albedo for direct radiation (climatological)|(0 - 1)
aluvd||UV visible albedo for diffuse radiation (climatological)|(0 - 1)
alnip||Near IR albedo for direct radiation (climatological)|(0 - 1)
alnid||Near IR albedo for diffuse radiation (climatological)|(0 - 1)
uvcs||Clear sky surface UV|J m**-2
parcs||Surface photosynthetically active radiation, clear sky|J m**-2
uctp||Unbalanced component of temperature|K
ucln||Unbalanced component of logarithm of surface pressure|~
ucdv||Unbalanced component of divergence|s**-1
~|p24|Reserved for future unbalanced components|~
~|p25|Reserved for future unbalanced components|~
cl||Lake cover|(0 - 1)
cvl||Low vegetation cover|(0 - 1)
cvh||High vegetation cover|(0 - 1)
tvl||Type of low vegetation|(Code table 4.234)
tvh||Type of high vegetation|(Code table 4.234)
ci|siconc|Sea ice area fraction|(0 - 1)|sea_ice_area_fraction
asn||Snow albedo|(0 - 1)
rsn||Snow density|kg m**-3
sst||Sea surface temperature|K
istl1||Ice temperature layer 1|K
istl2||Ice temperature layer 2|K
istl3||Ice temperature layer 3|K
istl4||Ice temperature layer 4|K
swvl1||Volumetric soil water layer 1|m**3 m**-3
swvl2||Volumetric soil water layer 2|m**3 m**-3
swvl3||Volumetric soil water layer 3|m**3 m**-3
swvl4||Volumetric soil water layer 4|m**3 m**-3
slt||Soil type|(Code table 4.213)
es||Snow evaporation|m of water equivalent
smlt||Snowmelt|m of water equivalent
sdur||Solar duration|s
dsrp||Surface direct normal short-wave (solar) radiation|J m**-2
magss||Time-integrated magnitude of turbulent surface stress|N m**-2 s
10fg|fg10|Maximum 10 metre wind gust since previous post-processing|m s**-1
lspf||Large-scale precipitation fraction|s
mx2t24||Maximum temperature at 2 metres in the last 24 hours|K
mn2t24||Minimum temperature at 2 metres in the last 24 hours|K
mont||Montgomery potential|m**2 s**-2
pres||Pressure|Pa
mean2t24||Mean temperature at 2 metres in the last 24 hours|K
mn2d24||Mean 2 metre dewpoint temperature in the last 24 hours|K
uvb||Surface downward UV radiation|J m**-2
par||Photosynthetically active radiation at the surface|J m**-2
cape||Convective available potential energy|J kg**-1
pv||Potential vorticity|K m**2 kg**-1 s**-1
obct||Observation count|~||62
stsktd||Start time for skin temperature difference|s
ftsktd||Finish time for skin temperature difference|s
sktd||Skin temperature difference|K
lai_lv||Leaf area index, low vegetation|m**2 m**-2
lai_hv||Leaf area index, high vegetation|m**2 m**-2
msr_lv||Minimum stomatal resistance, low vegetation|s m**-1
msr_hv||Minimum stomatal resistance, high vegetation|s m**-1
bc_lv||Biome cover, low vegetation|(0 - 1)
bc_hv||Biome cover, high vegetation|(0 - 1)
issrd||Instantaneous surface solar radiation downwards|W m**-2
istrd||Instantaneous surface thermal radiation downwards|W m**-2
sdfor||Standard deviation of filtered subgrid orography (climatological)|m
crwc||Specific rain water content|kg kg**-1
cswc||Specific snow water content|kg kg**-1
etadot||Eta-coordinate vertical velocity|s**-1
tclw||Total column cloud liquid water|kg m**-2
tciw||Total column cloud ice water|kg m**-2
~|p80|Experimental product|~
~|p81|Experimental product|~
~|p82|Experimental product|~
~|p83|Experimental product|~
~|p84|Experimental product|~
~|p85|Experimental product|~
~|p86|Experimental product|~
~|p87|Experimental product|~
~|p88|Experimental product|~
~|p89|Experimental product|~
~|p90|Experimental product|~
~|p91|Experimental product|~
~|p92|Experimental product|~
~|p93|Experimental product|~
~|p94|Experimental product|~
~|p95|Experimental product|~
~|p96|Experimental product|~
~|p97|Experimental product|~
~|p98|Experimental product|~
~|p99|Experimental product|~
~|p100|Experimental product|~
~|p101|Experimental product|~
~|p102|Experimental product|~
~|p103|Experimental product|~
~|p104|Experimental product|~
~|p105|Experimental product|~
~|p106|Experimental product|~
~|p107|Experimental product|~
~|p108|Experimental product|~
~|p109|Experimental product|~
~|p110|Experimental product|~
~|p111|Experimental product|~
~|p112|Experimental product|~
~|p113|Experimental product|~
~|p114|Experimental product|~
~|p115|Experimental product|~
~|p116|Experimental product|~
~|p117|Experimental product|~
~|p118|Experimental product|~
~|p119|Experimental product|~
~|p120|Experimental product|~
mx2t6||Maximum temperature at 2 metres in the last 6 hours|K
mn2t6||Minimum temperature at 2 metres in the last 6 hours|K
10fg6|fg10_6|Maximum 10 metre wind gust in the last 6 hours|m s**-1
emis||Surface emissivity|Proportion
vite||Vertically integrated total energy|J m**-2
~|p126|Generic parameter for sensitive area prediction|Various
at||Atmospheric tide|~
bv||Budget values|~
z||Geopotential|m**2 s**-2|geopotential
t||Temperature|K|air_temperature
u||U component of wind|m s**-1|eastward_wind
v||V component of wind|m s**-1|northward_wind
q||Specific humidity|kg kg**-1|specific_humidity
sp||Surface pressure|Pa|surface_air_pressure
w||Vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure
tcw||Total column water|kg m**-2
tcwv||Total column vertically-integrated water vapour|kg m**-2|lwe_thickness_of_atmosphere_mass_content_of_water_vapor
vo||Vorticity (relative)|s**-1|atmosphere_relative_vorticity
stl1||Soil temperature level 1|K|surface_temperature
swl1||Soil wetness level 1|m of water equivalent|lwe_thickness_of_soil_moisture_content
sd||Snow depth|m of water equivalent|lwe_thickness_of_surface_snow_amount
lsp||Large-scale precipitation|m|lwe_thickness_of_stratiform_precipitation_amount
cp||Convective precipitation|m|lwe_thickness_of_convective_precipitation_amount
sf||Snowfall|m of water equivalent|lwe_thickness_of_snowfall_amount
bld||Time-integrated boundary layer dissipation|J m**-2|kinetic_energy_dissipation_in_atmosphere_boundary_layer
sshf||Time-integrated surface sensible heat net flux|J m**-2|surface_upward_sensible_heat_flux
slhf||Time-integrated surface latent heat net flux|J m**-2|surface_upward_latent_heat_flux
chnk||Charnock|Numeric
snr||Surface net radiation (SW and LW)|J m**-2
tnr||Top net radiation (SW and LW)|J m**-2
msl||Mean sea level pressure|Pa|air_pressure_at_mean_sea_level
lnsp||Logarithm of surface pressure|Numeric
swhr||Short-wave heating rate|K
lwhr||Long-wave heating rate|K
d||Divergence|s**-1|divergence_of_wind
gh||Geopotential height|gpm|geopotential_height
r||Relative humidity|%|relative_humidity
tsp||Tendency of surface pressure|Pa s**-1|tendency_of_surface_air_pressure
blh||Boundary layer height|m
sdor||Standard deviation of sub-gridscale orography|m
isor||Anisotropy of sub-gridscale orography|Numeric
anor||Angle of sub-gridscale orography|radians
slor||Slope of sub-gridscale orography|Numeric
tcc||Total cloud cover|(0 - 1)|cloud_area_fraction
10u|u10|10 metre U wind component|m s**-1
10v|v10|10 metre V wind component|m s**-1
2t|t2m|2 metre temperature|K
2d|d2m|2 metre dewpoint temperature|K
ssrd||Surface short-wave (solar) radiation downwards|J m**-2|surface_downwelling_shortwave_flux_in_air
stl2||Soil temperature level 2|K
swl2||Soil wetness level 2|m of water equivalent
lsm||Land-sea mask|(0 - 1)|land_binary_mask
sr||Surface roughness (climatological)|m|surface_roughness_length
al||Albedo (climatological)|(0 - 1)|surface_albedo
strd||Surface long-wave (thermal) radiation downwards|J m**-2
ssr||Surface net short-wave (solar) radiation|J m**-2|surface_net_downward_shortwave_flux
str||Surface net long-wave (thermal) radiation|J m**-2|surface_net_upward_longwave_flux
tsr||Top net short-wave (solar) radiation|J m**-2|toa_net_upward_shortwave_flux
ttr||Top net long-wave (thermal) radiation|J m**-2|toa_outgoing_longwave_flux
ewss||Time-integrated eastward turbulent surface stress|N m**-2 s|surface_downward_eastward_stress
nsss||Time-integrated northward turbulent surface stress|N m**-2 s|surface_downward_northward_stress
e||Evaporation|m of water equivalent|lwe_thickness_of_water_evaporation_amount
stl3||Soil temperature level 3|K
swl3||Soil wetness level 3|m of water equivalent
ccc||Convective cloud cover|(0 - 1)|convective_cloud_area_fraction
lcc||Low cloud cover|(0 - 1)
mcc||Medium cloud cover|(0 - 1)
hcc||High cloud cover|(0 - 1)
sund||Sunshine duration|s
ewov||East-West component of sub-gridscale orographic variance|m**2
nsov||North-South component of sub-gridscale orographic variance|m**2
nwov||North-West/South-East component of sub-gridscale orographic variance|m**2
neov||North-East/South-West component of sub-gridscale orographic variance|m**2
btmp||Brightness temperature|K
lgws||Eastward gravity wave surface stress|N m**-2 s
mgws||Northward gravity wave surface stress|N m**-2 s
gwd||Gravity wave dissipation|J m**-2
src||Skin reservoir content|m of water equivalent
veg||Vegetation fraction|(0 - 1)
vso||Variance of sub-gridscale orography|m**2
mx2t||Maximum temperature at 2 metres since previous post-processing|K
mn2t||Minimum temperature at 2 metres since previous post-processing|K
o3||Ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air
paw||Precipitation analysis weights|~
ro||Runoff|m
tco3||Total column ozone|kg m**-2|atmosphere_mass_content_of_ozone
10si|si10|10 metre wind speed|m s**-1
tsrc||Top net short-wave (solar) radiation, clear sky|J m**-2
ttrc||Top net long-wave (thermal) radiation, clear sky|J m**-2
ssrc||Surface net short-wave (solar) radiation, clear sky|J m**-2|surface_net_downward_shortwave_flux_assuming_clear_sky
strc||Surface net long-wave (thermal) radiation, clear sky|J m**-2|surface_net_downward_longwave_flux_assuming_clear_sky
tisr||TOA incident short-wave (solar) radiation|J m**-2
vimd||Vertically integrated moisture divergence|kg m**-2
dhr||Diabatic heating by radiation|K
dhvd||Diabatic heating by vertical diffusion|K
dhcc||Diabatic heating by cumulus convection|K
dhlc||Diabatic heating large-scale condensation|K
vdzw||Vertical diffusion of zonal wind|m s**-1
vdmw||Vertical diffusion of meridional wind|m s**-1
ewgd||East-West gravity wave drag tendency|m s**-1
nsgd||North-South gravity wave drag tendency|m s**-1
ctzw||Convective tendency of zonal wind|m s**-1
ctmw||Convective tendency of meridional wind|m s**-1
vdh||Vertical diffusion of humidity|kg kg**-1
htcc||Humidity tendency by cumulus convection|kg kg**-1
htlc||Humidity tendency by large-scale condensation|kg kg**-1
crnh||Tendency due to removal of negative humidity|kg kg**-1
tp||Total precipitation|m
iews||Instantaneous eastward turbulent surface stress|N m**-2
inss||Instantaneous northward turbulent surface stress|N m**-2
ishf||Instantaneous surface sensible heat net flux|W m**-2
ie||Instantaneous moisture flux|kg m**-2 s**-1
asq||Apparent surface humidity|kg kg**-1
lsrh||Logarithm of surface roughness length for heat (climatological)|Numeric
skt||Skin temperature|K
stl4||Soil temperature level 4|K
swl4||Soil wetness level 4|m
tsn||Temperature of snow layer|K|temperature_in_surface_snow
csf||Convective snowfall|m of water equivalent
lsf||Large-scale snowfall|m of water equivalent
acf||Accumulated cloud fraction tendency|(-1 to 1)
alw||Accumulated liquid water tendency|(-1 to 1)
fal||Forecast albedo|(0 - 1)
fsr||Forecast surface roughness|m
flsr||Forecast logarithm of surface roughness for heat|Numeric
clwc||Specific cloud liquid water content|kg kg**-1
ciwc||Specific cloud ice water content|kg kg**-1
cc||Fraction of cloud cover|(0 - 1)
aiw||Accumulated ice water tendency|(-1 to 1)
ice||Ice age|(0 - 1)
atte||Adiabatic tendency of temperature|K
athe||Adiabatic tendency of humidity|kg kg**-1
atze||Adiabatic tendency of zonal wind|m s**-1
atmw||Adiabatic tendency of meridional wind|m s**-1
~|p255|Indicates a missing value|~
wx1||Wave experimental parameter 1|~||140080
wx2||Wave experimental parameter 2|~
wx3||Wave experimental parameter 3|~
wx4||Wave experimental parameter 4|~
wx5||Wave experimental parameter 5|~
weta||Wave induced mean sea level correction|m||140098
wraf||Ratio of wave angular and frequency width|Numeric
wnslc||Number of events in freak waves statistics|Numeric
utaua||U-component of atmospheric surface momentum flux|N m**-2
vtaua||V-component of atmospheric surface momentum flux|N m**-2
utauo||U-component of surface momentum flux into ocean|N m**-2
vtauo||V-component of surface momentum flux into ocean|N m**-2
wphio||Wave turbulent energy flux into ocean|W m**-2
wdw1||Wave directional width of first swell partition|radians
wfw1||Wave frequency width of first swell partition|dimensionless
wdw2||Wave directional width of second swell partition|radians
wfw2||Wave frequency width of second swell partition|dimensionless
wdw3||Wave directional width of third swell partition|radians
wfw3||Wave frequency width of third swell partition|dimensionless
wefxm||Wave energy flux magnitude|W m**-1
wefxd||Wave energy flux mean direction|Degree true
h1012||Significant wave height of all waves with periods within the inclusive range from 10 to 12 seconds|m
h1214||Significant wave height of all waves with periods within the inclusive range from 12 to 14 seconds|m
h1417||Significant wave height of all waves with periods within the inclusive range from 14 to 17 seconds|m
h1721||Significant wave height of all waves with periods within the inclusive range from 17 to 21 seconds|m
h2125||Significant wave height of all waves with periods within the inclusive range from 21 to 25 seconds|m
h2530||Significant wave height of all waves with periods within the inclusive range from 25 to 30 seconds|m
sh10||Significant wave height of all waves with period larger than 10s|m
swh1||Significant wave height of first swell partition|m
mwd1||Mean wave direction of first swell partition|degrees
mwp1||Mean wave period of first swell partition|s
swh2||Significant wave height of second swell partition|m
mwd2||Mean wave direction of second swell partition|degrees
mwp2||Mean wave period of second swell partition|s
swh3||Significant wave height of third swell partition|m
mwd3||Mean wave direction of third swell partition|degrees
mwp3||Mean wave period of third swell partition|s
maxswh||Maximum of significant wave height|m||140200
wss||Wave Spectral Skewness|Numeric||140207
wstar||Free convective velocity over the oceans|m s**-1
rhoao||Air density over the oceans|kg m**-3
mswsi||Mean square wave strain in sea ice|~
phiaw||Normalized energy flux into waves|Numeric
phioc||Normalized energy flux into ocean|Numeric
tla||Turbulent Langmuir number|~
tauoc||Normalized stress into ocean|Numeric
ust||U-component surface stokes drift|m s**-1
vst||V-component surface stokes drift|m s**-1
tmax||Period corresponding to maximum individual wave height|s
hmax||Envelop-maximum individual wave height|m
wmb||Model bathymetry|m
mp1||Mean wave period based on first moment|s
mp2||Mean zero-crossing wave period|s
wdw||Wave spectral directional width|radians
p1ww||Mean wave period based on first moment for wind waves|s
p2ww||Mean wave period based on second moment for wind waves|s
dwww||Wave spectral directional width for wind waves|radians
p1ps||Mean wave period based on first moment for swell|s
p2ps||Mean wave period based on second moment for swell|s
dwps||Wave spectral directional width for swell|radians
swh||Significant height of combined wind waves and swell|m
mwd||Mean wave direction|Degree true
pp1d||Peak wave period|s
mwp||Mean wave period|s
cdww||Coefficient of drag with waves|dimensionless
shww||Significant height of wind waves|m
mdww||Mean direction of wind waves|degrees
mpww||Mean period of wind waves|s
shts||Significant height of total swell|m
mdts||Mean direction of total swell|degrees
mpts||Mean period of total swell|s
sdhs||Standard deviation wave height|m
mu10||Mean of 10 metre wind speed|m s**-1
mdwi||Mean wind direction|degrees
sdu||Standard deviation of 10 metre wind speed|m s**-1
msqs||Mean square slope of waves|dimensionless
wind||10 metre wind speed|m s**-1
awh||Altimeter wave height|m
acwh||Altimeter corrected wave height|m
arrc||Altimeter range relative correction|~
dwi||10 metre wind direction|degrees
2dsp|d2sp|2D wave spectra (multiple)|m**2 s radian**-1
2dfd|d2fd|2D wave spectra (single)|m**2 s radian**-1
wsk||Wave spectral kurtosis|dimensionless
bfi||Benjamin-Feir index|dimensionless
wsp||Wave spectral peakedness|dimensionless
~|p140255|Indicates a missing value|~
cin||Convective inhibition|J kg**-1||228001
orog||Orography|m
zust||Friction velocity|m s**-1
avg_2t||Time-mean 2 metre temperature|K
avg_10ws||Time-mean 10 metre wind speed|m s**-1
meantcc||Mean total cloud cover|(0 - 1)
dl||Lake total depth|m
lmlt||Lake mix-layer temperature|K
lmld||Lake mix-layer depth|m
lblt||Lake bottom temperature|K
ltlt||Lake total layer temperature|K
lshf||Lake shape factor|dimensionless
lict||Lake ice surface temperature|K
licd||Lake ice total depth|m
dndzn||Minimum vertical gradient of refractivity inside trapping layer|m**-1
dndza||Mean vertical gradient of refractivity inside trapping layer|m**-1
dctb||Duct base height|m
tplb||Trapping layer base height|m
tplt||Trapping layer top height|m
degm10l||Geometric height of -10 degrees C atmospheric isothermal level above ground|m
fdir||Surface direct short-wave (solar) radiation|J m**-2
cdir||Surface direct short-wave radiation, clear sky|J m**-2
cbh||Cloud base height|m
deg0l||Geometric height of 0 degrees C atmospheric isothermal level above ground|m
hvis||Horizontal visibility|m
mx2t3||Maximum temperature at 2 metres in the last 3 hours|K
mn2t3||Minimum temperature at 2 metres in the last 3 hours|K
10fg3|fg10_3|Maximum 10 metre wind gust in the last 3 hours|m s**-1
i10fg||Instantaneous 10 metre wind gust|m s**-1
2rhw|rhw2|2 metre relative humidity with respect to water|%||228037
sm||Soil moisture|kg m**-3||228039
swi1||Soil wetness index in layer 1|dimensionless
swi2||Soil wetness index in layer 2|dimensionless
swi3||Soil wetness index in layer 3|dimensionless
swi4||Soil wetness index in layer 4|dimensionless
capes||Convective available potential energy shear|m**2 s**-2
hcct||Height of convective cloud top|m||228046
hwbt0||Height of zero-degree wet-bulb temperature|m
hwbt1||Height of one-degree wet-bulb temperature|m
litoti||Instantaneous total lightning flash density|km**-2 day**-1||228050
litota1||Averaged total lightning flash density in the last hour|km**-2 day**-1
licgi||Instantaneous cloud-to-ground lightning flash density|km**-2 day**-1
licga1||Averaged cloud-to-ground lightning flash density in the last hour|km**-2 day**-1
smnnob||SMOS observed soil moisture retrieved using neural network|m**3 m**-3||228070
smnner||SMOS observed soil moisture uncertainty retrieved using neural network|m**3 m**-3
smnnrfi||SMOS radio frequency interference probability|%
smnnnb||SMOS number of observations per grid point|dimensionless
smnntim||SMOS observation time for the satellite soil moisture data|hour
gppbfas||GPP coefficient from Biogenic Flux Adjustment System|dimensionless||228078
recbfas||Rec coefficient from Biogenic Flux Adjustment System|dimensionless
aco2nee||Accumulated Carbon Dioxide Net Ecosystem Exchange|kg m**-2
aco2gpp||Accumulated Carbon Dioxide Gross Primary Production|kg m**-2
aco2rec||Accumulated Carbon Dioxide Ecosystem Respiration|kg m**-2
fco2nee||Carbon dioxide net ecosystem exchange flux|kg m**-2 s**-1
fco2gpp||Carbon dioxide gross primary production flux|kg m**-2 s**-1
fco2rec||Carbon dioxide ecosystem respiration flux|kg m**-2 s**-1
tcslw||Total column supercooled liquid water|kg m**-2||228088
tcrw||Total column rain water|kg m**-2
tcsw||Total column snow water|kg m**-2
ccf||Canopy cover fraction|(0 - 1)
stf||Soil texture fraction|(0 - 1)
swv||Volumetric soil moisture|m**3 m**-3
ist||Ice temperature|K
ceil||Ceiling|m||260109
kx||K index|K||260121
totalx||Total totals index|K||260123
ssrdc||Surface short-wave (solar) radiation downward clear-sky|J m**-2||228129
strdc||Surface long-wave (thermal) radiation downward clear-sky|J m**-2
u10n||10 metre u-component of neutral wind|m s**-1
v10n||10 metre v-component of neutral wind|m s**-1
vtnowd||V-tendency from non-orographic wave drag|m s**-2||228134
utnowd||U-tendency from non-orographic wave drag|m s**-2||228136
st||Soil temperature|K||228139
sd||Snow depth water equivalent|kg m**-2||228141
sf||Snowfall water equivalent|kg m**-2||228144
tcc||Total Cloud Cover|%||228164
cap||Field capacity|kg m**-3||228170
wilt||Wilting point|kg m**-3
fzra||Accumulated freezing rain|m||228216
ilspf||Instantaneous large-scale precipitation fraction|Proportion
crr||Convective rain rate|kg m**-2 s**-1
lsrr||Large scale rain rate|kg m**-2 s**-1
csfr||Convective snowfall rate water equivalent|kg m**-2 s**-1
lssfr||Large scale snowfall rate water equivalent|kg m**-2 s**-1
mxtpr3||Maximum total precipitation rate in the last 3 hours|kg m**-2 s**-1
mntpr3||Minimum total precipitation rate in the last 3 hours|kg m**-2 s**-1
mxtpr6||Maximum total precipitation rate in the last 6 hours|kg m**-2 s**-1
mntpr6||Minimum total precipitation rate in the last 6 hours|kg m**-2 s**-1
mxtpr||Maximum total precipitation rate since previous post-processing|kg m**-2 s**-1
mntpr||Minimum total precipitation rate since previous post-processing|kg m**-2 s**-1
tp||Total Precipitation|kg m**-2
smos_tb_cdfa||SMOS first Brightness Temperature Bias Correction parameter|K
smos_tb_cdfb||SMOS second Brightness Temperature Bias Correction parameter|dimensionless
200u|u200|200 metre U wind component|m s**-1||228239
200v|v200|200 metre V wind component|m s**-1
200si|si200|200 metre wind speed|m s**-1
fdif||Surface solar radiation diffuse total sky|J m**-2
cdif||Surface solar radiation diffuse clear-sky|J m**-2
aldr||Surface albedo of direct radiation|(0 - 1)
aldf||Surface albedo of diffuse radiation|(0 - 1)
100u|u100|100 metre U wind component|m s**-1
100v|v100|100 metre V wind component|m s**-1
100si|si100|100 metre wind speed|m s**-1||228249
irrfr||Irrigation fraction|Proportion
pev||Potential evaporation|m
irr||Irrigation|m
ascat_sm_cdfa||ASCAT first soil moisture CDF matching parameter|m**3 m**-3
ascat_sm_cdfb||ASCAT second soil moisture CDF matching parameter|dimensionless
ptend||Pressure tendency|Pa s**-1||3003
icaht||ICAO Standard Atmosphere reference height|m||3005
h||Geometrical height above ground|m||3008
hstdv||Standard deviation of height|m
vtmp||Virtual temperature|K||300012
papt||Pseudo-adiabatic potential temperature|K||3014
tmax||Maximum temperature|K
tmin||Minimum temperature|K
dpt||Dew point temperature|K
depr||Dew point depression (or deficit)|K
lapr||Lapse rate|K m**-1
vis||Visibility|m
rdsp1||Radar spectra (1)|~
rdsp2||Radar spectra (2)|~
rdsp3||Radar spectra (3)|~
pli||Parcel lifted index (to 500 hPa)|K
ta||Temperature anomaly|K
presa||Pressure anomaly|Pa
gpa||Geopotential height anomaly|gpm
wvsp1||Wave spectra (1)|~
wvsp2||Wave spectra (2)|~
wvsp3||Wave spectra (3)|~
wdir||Wind direction|Degree true
mntsf||Montgomery stream Function|m**2 s**-2||3037
sgcvv||Sigma coordinate vertical velocity|s**-1
absv||Absolute vorticity|s**-1||3041
absd||Absolute divergence|s**-1
vucsh||Vertical u-component shear|s**-1||3045
vvcsh||Vertical v-component shear|s**-1
dirc||Direction of current|Degree true
spc||Speed of current|m s**-1
mixr||Humidity mixing ratio|kg kg**-1||3053
pwat||Precipitable water|kg m**-2
vp||Vapour pressure|Pa
satd||Saturation deficit|Pa
prate||Precipitation rate|kg m**-2 s**-1||3059
tstm||Thunderstorm probability|%
lsp||Large-scale precipitation|kg m**-2||3062
acpcp||Convective precipitation (water)|kg m**-2|lwe_thickness_of_convective_precipitation_amount
srweq||Snow fall rate water equivalent|kg m**-2 s**-1
sde||Snow depth|m|lwe_thickness_of_surface_snow_amount|3066
mld||Mixed layer depth|m
tthdp||Transient thermocline depth|m
mthd||Main thermocline depth|m
mtha||Main thermocline anomaly|m
ccc||Convective cloud cover|%|convective_cloud_area_fraction|3072
lcc||Low cloud cover|%
mcc||Medium cloud cover|%
hcc||High cloud cover|%
cwat||Cloud water|kg m**-2||260102
bli||Best lifted index (to 500 hPa)|K||3077
snoc||Convective snow|kg m**-2||260011
lssf||Large scale snow|kg m**-2||3079
wtmp||Water temperature|K
dslm||Deviation of sea-level from mean|m||3082
al||Forecast albedo|%|surface_albedo|260509
vegrea||Percentage of vegetation|%||160199
s||Salinity|kg kg**-1||3088
den||Density|kg m**-3
icec||Ice cover (1=ice, 0=no ice)|(0 - 1)||3091
icetk||Ice thickness|m
diced||Direction of ice drift|Degree true
siced||Speed of ice drift|m s**-1
uice||U-component of ice drift|m s**-1
vice||V-component of ice drift|m s**-1
iceg||Ice growth rate|m s**-1
iced||Ice divergence|s**-1
snom||Snowmelt|kg m**-2
swh||Significant height of combined wind waves and swell|m
mdww||Mean direction of wind waves|Degree true
shww||Significant height of wind waves|m
mpww||Mean period of wind waves|s
swdir||Direction of swell waves|Degree true
swell||Significant height of swell waves|m
swper||Mean period of swell waves|s
mdps||Primary wave direction|Degree true
mpps||Primary wave mean period|s
dirsw||Secondary wave direction|Degree true
swp||Secondary wave mean period|s
nswrs||Net short-wave radiation flux (surface)|W m**-2
nlwrs||Net long-wave radiation flux (surface)|W m**-2
nswrt||Net short-wave radiation flux(atmosph.top)|W m**-2
nlwrt||Net long-wave radiation flux(atmosph.top)|W m**-2
lwavr||Long wave radiation flux|W m**-2
swavr||Short wave radiation flux|W m**-2
grad||Global radiation flux|W m**-2
lwrad||Radiance (with respect to wave number)|W m**-1 sr**-1||3119
swrad||Radiance (with respect to wave length)|W m**-3 sr**-1
lhf||Latent heat flux|W m**-2|surface_upward_latent_heat_flux
shf||Sensible heat flux|W m**-2|surface_upward_sensible_heat_flux
bld||Boundary layer dissipation|W m**-2|kinetic_energy_dissipation_in_atmosphere_boundary_layer
uflx||Momentum flux, u-component|N m**-2
vflx||Momentum flux, v-component|N m**-2
wmixe||Wind mixing energy|J
imgd||Image data|~
^t||temperature|K|air_temperature|235130
max_2t|mx2t|Time-maximum 2 metre temperature|K|air_temperature|237167
min_2t|mn2t|Time-minimum 2 metre temperature|K|air_temperature|238167
^pt||potential temperature|K||235269
^2d||2 metre dewpoint temperature|K||235168
slhtf||Surface latent heat net flux|W m**-2||260002
^slhtf||surface latent heat flux|W m**-2||235034
^ishf||surface sensible heat flux|W m**-2||235033
heatx||Heat index|K||260004
wcf||Wind chill factor|K
mindpd||Minimum dew point depression|K
vptmp||Virtual potential temperature|K||3012
snohf||Snow phase change heat flux|W m**-2||260007
^skt||skin temperature|K||235079
tdch||Turbulent diffusion coefficient for heat|m**2 s**-1||162159
tdcha||Time-integrated turbulent diffusion coefficient for heat|m**2||162109
^tdch||turbulent diffusion coefficient for heat|m**2 s**-1||235014
aptmp||Apparent temperature|K||260255
ttswr||Temperature tendency due to short-wave radiation|K s**-1||162150
srta||Time-integrated temperature tendency due to short-wave radiation|K||162100
^ttswr||temperature tendency due to short-wave radiation|K s**-1||235001
ttlwr||Temperature tendency due to long-wave radiation|K s**-1||162151
trta||Time-integrated temperature tendency due to long-wave radiation|K||162101
^ttlwr||temperature tendency due to long-wave radiation|K s**-1||235002
ttswrcs||Temperature tendency due to short-wave radiation, clear sky|K s**-1||162152
srtca||Time-integrated temperature tendency due to short wave radiation, clear sky|K||162102
^ttswrcs||temperature tendency due to short wave radiation, clear sky|K s**-1||235003
ttlwrcs||Temperature tendency due to long-wave radiation, clear sky|K s**-1||162153
trtca||Time-integrated temperature tendency due to long-wave radiation, clear sky|K||162103
^ttlwrcs||temperature tendency due to long-wave radiation, clear sky|K s**-1||235004
ttpm||Temperature tendency due to parametrisations|K s**-1||162160
ttpha||Time-integrated temperature tendency due to parametrisations|K||162110
^ttpm||temperature tendency due to parametrisations|K s**-1||235005
wbt||Wet-bulb temperature|K||261023
tislhef||Time integral of surface latent heat evaporation flux|J m**-2||235019
tislhsf||Time integral of surface latent heat sublimation flux|J m**-2||235071
wbpt||Wet-bulb potential temperature|K||261022
^q||specific humidity|kg kg**-1|specific_humidity|235133
2sh|sh2|2 metre specific humidity|kg kg**-1|specific_humidity|174096
^2sh||2 metre specific humidity|kg kg**-1|specific_humidity|235089
^r||relative humidity|%|relative_humidity|235157
2r|r2|2 metre relative humidity|%|relative_humidity|260242
^2r||2 metre relative humidity|%|relative_humidity|235092
vapp||Vapor pressure|Pa||260008
ncpcp||Large scale precipitation (non-convective)|kg m**-2
srweq||Snowfall rate water equivalent|kg m**-2 s**-1
sdwe||Water equivalent of accumulated snow depth (deprecated)|kg m**-2||260056
snol||Large scale snow|kg m**-2||260012
snoag||Snow age|day
absh||Absolute humidity|kg m**-3
ptype||Precipitation type|(Code table 4.201)
iliqw||Integrated liquid water|kg m**-2
tcond||Condensate|kg kg**-1
clwmr||Cloud mixing ratio|kg kg**-1
icmr||Ice water mixing ratio|kg kg**-1
rwmr||Rain mixing ratio|kg kg**-1
snmr||Snow mixing ratio|kg kg**-1
mconv||Horizontal moisture convergence|kg kg**-1 s**-1
maxrh||Maximum relative humidity|%
maxah||Maximum absolute humidity|kg m**-3
pwcat||Precipitable water category|(Code table 4.202)||260026
hail||Hail|m
grle||Graupel (snow pellets)|kg kg**-1
crain||Categorical rain|(Code table 4.222)
cfrzr||Categorical freezing rain|(Code table 4.222)
cicep||Categorical ice pellets|(Code table 4.222)
csnow||Categorical snow|(Code table 4.222)
cp||Convective precipitation|kg m**-2||228143
cpr||Convective precipitation rate|kg m**-2 s**-1||260033
^cpr||convective precipitation rate|kg m**-2 s**-1||235030
mdiv||Horizontal moisture divergence|kg kg**-1 s**-1||260034
cpofp||Percent frozen precipitation|%
pevap||Potential evaporation|kg m**-2
snowc||Snow cover|%||260038
frain||Rain fraction of total cloud water|Proportion
rime||Rime factor|Numeric
tcolr||Total column integrated rain|kg m**-2
tcols||Total column integrated snow|kg m**-2
lswp||Large scale water precipitation (non-convective)|kg m**-2
cwp||Convective water precipitation|kg m**-2
twatp||Total water precipitation|kg m**-2
tcwat||Total column water (Vertically integrated total water (vapour + cloud water/ice))|kg m**-2||260047
tpf||Total precipitation flux|kg m**-2 s**-1||162158
avg_tpf||Time-mean total precipitation flux|kg m**-2 s**-1||235013
tpfa||Time-integrated total precipitation flux|kg m**-2||162108
max_tpf||Time-maximum total precipitation flux|kg m**-2 s**-1||237013
min_tpf||Time-minimum total precipitation flux|kg m**-2 s**-1||238013
tprate||Total precipitation rate|kg m**-2 s**-1||260048
^tprate||total precipitation rate|kg m**-2 s**-1||235055
tsrwe||Total snowfall rate water equivalent|kg m**-2 s**-1||260049
avg_tsrwe||Time-mean total snowfall rate water equivalent|kg m**-2 s**-1||235031
max_tsrwe||Time-maximum total snowfall rate water equivalent|kg m**-2 s**-1||237031
min_tsrwe||Time-minimum snowfall rate|kg m**-2 s**-1||238031
lsprate||Large scale precipitation rate|kg m**-2 s**-1||260050
^lsprate||large-scale precipitation rate|kg m**-2 s**-1||235029
csfwe||Convective snowfall water equivalent|kg m**-2||231057
^csfr||convective snowfall rate water equivalent|kg m**-2 s**-1||235056
lsfwe||Large-scale snowfall water equivalent|kg m**-2||231058
^lssfr||large scale snowfall rate water equivalent|kg m**-2 s**-1||235057
tsrate||Total snowfall rate|m s**-1||260053
asnow||Total snowfall|m||260025
csrate||Convective snowfall rate|m s**-1||260054
lssrate||Large scale snowfall rate|m s**-1
^sd||snow depth water equivalent|kg m**-2||235078
^rsn||snow density|kg m**-3||235080
rprate||Rain precipitation rate|kg m**-2 s**-1||260058
tirf||Time integral of rain flux|kg m**-2||235015
sprate||Snow precipitation rate|kg m**-2 s**-1||260059
tsnowp||Total snow precipitation|kg m**-2||260046
fzrawe||Accumulated freezing rain water equivalent|kg m**-2||231001
fprate||Freezing rain precipitation rate|kg m**-2 s**-1||260060
avg_fprate||Time-mean freezing rain precipitation rate|kg m**-2 s**-1||235341
max_fprate||Time-maximum freezing rain precipitation rate|kg m**-2 s**-1||237341
min_fprate||Time-minimum freezing rain rate water equivalent|kg m**-2 s**-1||238341
iprate||Ice pellets precipitation rate|kg m**-2 s**-1||260061
tgrp||Graupel (snow pellets) precipitation|kg m**-2||231040
^crr||convective rain rate|kg m**-2 s**-1||235330
^lsrr||large scale rain rate|kg m**-2 s**-1||235331
eva||Evaporation|kg m**-2||260259
avg_ie||Time-mean moisture flux|kg m**-2 s**-1||235043
max_ie||Time-maximum moisture flux|kg m**-2 s**-1||237043
min_ie||Time-minimum evaporation rate|kg m**-2 s**-1||238043
^clwc||specific cloud liquid water content|kg kg**-1||235246
^ciwc||specific cloud ice water content|kg kg**-1||235247
^crwc||specific rain water content|kg kg**-1||235101
^cswc||specific snow water content|kg kg**-1||235102
rhw||Relative humidity with respect to water|%||228030
^rhw||relative humidity with respect to water|%||235319
^2rhw||2 metre relative humidity with respect to water|%||235320
rhi||Relative humidity with respect to ice|%||228031
^wdir||wind direction|Degree true||235106
10wdir|wdir10|10 metre wind direction|Degree true||260260
^10wdir||10 metre wind direction|Degree true||235261
^ws||wind speed|m s**-1||235097
max_10si||Time-maximum 10 metre wind speed|m s**-1||237207
min_10si||Time-minimum 10 metre wind speed|m s**-1||238207
avg_u||Time-mean U component of wind|m s**-1|eastward_wind|235131
max_u||Time-maximum u component of wind|m s**-1|eastward_wind|237131
min_u||Time-minimum u component of wind|m s**-1|eastward_wind|238131
^10u||10 metre U wind component|m s**-1|eastward_wind|235165
avg_v||Time-mean V component of wind|m s**-1|northward_wind|235132
max_v||Time-maximum v component of wind|m s**-1|northward_wind|237132
min_v||Time-minimum v component of wind|m s**-1|northward_wind|238132
^10v||10 metre V wind component|m s**-1|northward_wind|235166
^mont||montgomery potential|m**2 s**-2||235286
^w||vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure|235135
wz||Geometric vertical velocity|m s**-1||260238
^vo||vorticity (relative)|s**-1|atmosphere_relative_vorticity|235138
^d||divergence|s**-1|divergence_of_wind|235155
^pv||potential vorticity|K m**2 kg**-1 s**-1||235100
tisemf||Time integral of surface eastward momentum flux|N m**-2 s||235017
^utaua||U-component of atmospheric surface momentum flux|N m**-2||141101
tisnmf||Time integral of surface northward momentum flux|N m**-2 s||235018
^vtaua||V-component of atmospheric surface momentum flux|N m**-2||141102
ibld||Instantaneous boundary layer dissipation|W m**-2||260670
^ibld||boundary layer dissipation|W m**-2||235032
maxgust||Maximum wind speed|m s**-1||260064
gust||Wind speed (gust)|m s**-1
avg_i10fg||Time-mean 10 metre wind gust|m s**-1||235318
max_i10fg|fg10|Time-maximum 10 metre wind gust|m s**-1||237318
min_i10fg||Time-minimum 10 metre wind gust|m s**-1||238318
ugust||u-component of wind (gust)|m s**-1||260066
max_10efg|efg10|Time-maximum 10 metre eastward wind gust|m s**-1||237384
vgust||v-component of wind (gust)|m s**-1||260067
max_10nfg|nfg10|Time-maximum 10 metre northward wind gust|m s**-1||237385
vwsh||Vertical speed shear|s**-1||260068
mflx||Horizontal momentum flux|N m**-2
ustm||U-component storm motion|m s**-1
vstm||V-component storm motion|m s**-1
cd||Drag coefficient|Numeric
fricv||Frictional velocity|m s**-1
^etadot||eta-coordinate vertical velocity|s**-1||235103
utpm||Eastward wind tendency due to parametrisations|m s**-2||162162
utpha||Time-integrated eastward wind tendency due to parametrisations|m s**-1||162112
^utpm||eastward wind tendency due to parametrisations|m s**-2||235007
vtpm||Northward wind tendency due to parametrisations|m s**-2||162163
vtpha||Time-integrated northward wind tendency due to parametrisations|m s**-1||162113
^vtpm||northward wind tendency due to parametrisations|m s**-2||235008
srhe||Surface roughness for heat|m||231063
^srhe||surface roughness for heat|m||235395
srmo||Surface roughness for moisture|m||231064
^flsr||forecast logarithm of surface roughness for heat|Numeric||235245
flsrm||Forecast logarithm of surface roughness length for moisture|Numeric||231008
imagss||Instantaneous magnitude of turbulent surface stress|N m**-2||260669
^imagss||magnitude of turbulent surface stress|N m**-2||235025
vdiv||Vertical divergence|s**-1||231014
dtc||Drag thermal coefficient|Numeric
dec||Drag evaporation coefficient|Numeric
^iews||eastward turbulent surface stress|N m**-2||235041
^inss||northward turbulent surface stress|N m**-2||235042
etssofd||Time-integrated eastward turbulent surface stress due to orographic form drag|N m**-2 s||260652
ietssofd||Instantaneous eastward turbulent surface stress due to orographic form drag|N m**-2||260678
^ietssofd||eastward turbulent surface stress due to orographic form drag|N m**-2||235378
ntssofd||Time-integrated northward turbulent surface stress due to orographic form drag|N m**-2 s||260653
intssofd||Instantaneous northward turbulent surface stress due to orographic form drag|N m**-2||260679
^intssofd||northward turbulent surface stress due to orographic form drag|N m**-2||235379
etsssr||Time-integrated eastward turbulent surface stress due to surface roughness|N m**-2 s||260654
ietsssr||Instantaneous eastward turbulent surface stress due to surface roughness|N m**-2||260680
^ietsssr||eastward turbulent surface stress due to surface roughness|N m**-2||235380
ntsssr||Time-integrated northward turbulent surface stress due to surface roughness|N m**-2 s||260655
intsssr||Instantaneous northward turbulent surface stress due to surface roughness|N m**-2||260681
^intsssr||northward turbulent surface stress due to surface roughness|N m**-2||235381
^pres||pressure|Pa||235098
^sp||surface pressure|Pa|surface_air_pressure|235134
^msl||mean sea level pressure|Pa|air_pressure_at_mean_sea_level|235151
prmsl||Pressure reduced to MSL|Pa||260074
^z||geopotential|m**2 s**-2|geopotential|235129
alts||Altimeter setting|Pa||260076
thick||Thickness|m
presalt||Pressure altitude|m
denalt||Density altitude|m
5wavh|wavh5|5-wave geopotential height|gpm
iegwss||Instantaneous eastward gravity wave surface stress|N m**-2
^iegwss||eastward gravity wave surface stress|N m**-2||235045
ingwss||Instantaneous northward gravity wave surface stress|N m**-2||260082
^ingwss||northward gravity wave surface stress|N m**-2||235046
^blh||boundary layer height|m||235159
5wava|wava5|5-wave geopotential height anomaly|gpm||260084
igwd||Instantaneous gravity wave dissipation|W m**-2||260673
^igwd||gravity wave dissipation|W m**-2||235047
umf||Updraught mass flux|kg m**-2 s**-1||162154
umfa||Time-integrated updraught mass flux|kg m**-2||162104
^umf||updraught mass flux|kg m**-2 s**-1||235009
dmf||Downdraught mass flux|kg m**-2 s**-1||162155
dmfa||Time-integrated downdraught mass flux|kg m**-2||162105
^dmf||downdraught mass flux|kg m**-2 s**-1||235010
udr||Updraught detrainment rate|kg m**-3 s**-1||162156
udra||Time-integrated updraught detrainment rate|kg m**-3||162106
^udr||updraught detrainment rate|kg m**-3 s**-1||235011
ddr||Downdraught detrainment rate|kg m**-3 s**-1||162157
ddra||Time-integrated downdraught detrainment rate|kg m**-3||162107
^ddr||downdraught detrainment rate|kg m**-3 s**-1||235012
swvp||Saturation water vapour pressure|Pa||261021
^hwbt0||height of zero-degree wet-bulb temperature|m||235324
^hwbt1||height of one-degree wet-bulb temperature|m||235325
pdhs||Pressure departure from hydrostatic state|Pa||231017
nswrt||Net short-wave radiation flux (top of atmosphere)|W m**-2||260086
sdswrf||Surface downward short-wave radiation flux|W m**-2
^sdswrf||surface downward short-wave radiation flux|W m**-2||235035
suswrf||Surface upward short-wave radiation flux|W m**-2||260088
snswrf||Surface net short-wave radiation flux|W m**-2
^snswrf||surface net short-wave radiation flux|W m**-2||235037
sparf||Surface photosynthetically active radiation flux|W m**-2||260090
^sparf||surface photosynthetically active radiation flux|W m**-2||235028
snswrfcs||Surface net short-wave radiation flux, clear sky|W m**-2||260091
^snswrfcs||surface net short-wave radiation flux, clear sky|W m**-2||235051
sduvrf||Surface downward UV radiation flux|W m**-2||260092
^sduvrf||surface downward UV radiation flux|W m**-2||235027
sdirswrf||Surface direct short-wave radiation flux|W m**-2||260262
^sdirswrf||surface direct short-wave radiation flux|W m**-2||235058
sdifswrf||Surface diffuse short-wave radiation flux|W m**-2||260263
msdfswrf||Mean surface diffuse short-wave radiation flux|W m**-2||235060
nlwrs||Net long wave radiation flux (surface)|W m**-2||260095
nlwrt||Net long wave radiation flux (top of atmosphere)|W m**-2
sdlwrf||Surface downward long-wave radiation flux|W m**-2
^sdlwrf||surface downward long-wave radiation flux|W m**-2||235036
sulwrf||Surface upward long-wave radiation flux|W m**-2||260098
snlwrf||Surface net long-wave radiation flux|W m**-2
^snlwrf||surface net long-wave radiation flux|W m**-2||235038
snlwrfcs||Surface net long-wave radiation flux, clear sky|W m**-2||260100
^snlwrfcs||surface net long-wave radiation flux, clear sky|W m**-2||235052
sdlwrfcs||Surface downward long-wave radiation flux, clear sky|W m**-2||260363
^sdlwrfcs||surface downward long-wave radiation flux, clear sky|W m**-2||235069
cice||Cloud Ice|kg m**-2||260101
^lcc||low cloud cover|%||235108
^mcc||medium cloud cover|%||235109
^hcc||high cloud cover|%||235110
cdca||Cloud amount|%||260103
cdct||Cloud type|(Code table 4.203)
tmaxt||Thunderstorm maximum tops|m
thunc||Thunderstorm coverage|(Code table 4.204)
cdct||Cloud top|m||260108
^ceil||ceiling|m||235337
cdlyr||Non-convective cloud cover|%||260110
cwork||Cloud work function|J kg**-1
cuefi||Convective cloud efficiency|Proportion
tcond||Total condensate|kg kg**-1
tcolw||Total column-integrated cloud water|kg m**-2
tcoli||Total column-integrated cloud ice|kg m**-2
tcolc||Total column-integrated condensate|kg m**-2
fice||Ice fraction of total condensate|Proportion
ccl||Cloud cover|%||260257
cdcimr||Cloud ice mixing ratio|kg kg**-1||260118
suns||Sunshine|Numeric
^suns||sunshine|Numeric||235189
~|p260120|Horizontal extent of cumulonimbus (CB)|%||260120
^hcct||height of convective cloud top|m||235323
^cc||fraction of cloud cover|(0 - 1)||235248
^ilspf||large-scale precipitation fraction|Proportion||235026
fcpc||Fraction of convective precipitation cover|Proportion||228034
fog||Fog|%||260648
avg_sdf||Time-mean sunshine duration fraction|Proportion||235044
avg_kx||Time-mean K index|K||235257
max_kx||Time-maximum k index|K||237257
min_kx||Time-minimum k index|K||238257
kox||KO index|K||260122
^totalx||total totals index|K||235258
sx||Sweat index|Numeric||260124
hlcy||Storm relative helicity|m**2 s**-2
ehlx||Energy helicity index|Numeric
lftx||Surface lifted index|K
4lftx|lftx4|Best (4-layer) lifted index|K
sbrn||Surface bulk Richardson number|Numeric||231060
rol||Reciprocal Obukhov length|m**-1||260688
^rol||Reciprocal Obukhov length|m**-1||235396
hlcr||Storm relative helicity - right moving storm|m**2 s**-2||260696
hlcl||Storm relative helicity - left moving storm|m**2 s**-2
aerot||Aerosol type|(Code table 4.205)||260129
tozne||Total ozone|DU
^o3||ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air|235203
bswid||Base spectrum width|m s**-1||260133
bref||Base reflectivity|dB
brvel||Base radial velocity|m s**-1
veril||Vertically-integrated liquid|kg m**-1
lmaxbr||Layer-maximum base reflectivity|dB
rdp||Precipitation from radar|kg m**-2
rdpr||Precipitation rate from radar|kg m**-2 s**-1||260689
rdqi||Radar data quality index|Proportion
rdqf||Radar data quality flag|(Code table 4.106)
rare||Radar reflectivity|dB||231066
frdpr||Precipitation rate from forecasted radar imagery|kg m**-2 s**-1||260692
frdp||Precipitation from forecasted radar imagery|kg m**-2
acces||Air concentration of Caesium 137|Bq m**-3||260139
aciod||Air concentration of Iodine 131|Bq m**-3
acradp||Air concentration of radioactive pollutant|Bq m**-3
gdces||Ground deposition of Caesium 137|Bq m**-2
gdiod||Ground deposition of Iodine 131|Bq m**-2
gdradp||Ground deposition of radioactive pollutant|Bq m**-2
tiaccp||Time-integrated air concentration of caesium pollutant|Bq s m**-3
tiacip||Time-integrated air concentration of iodine pollutant|Bq s m**-3
tiacrp||Time-integrated air concentration of radioactive pollutant|Bq s m**-3
^vis||visibility|m||235105
^al||forecast albedo|%|surface_albedo|235263
^mld||mixed layer depth|m||235410
volash||Volcanic ash|(Code table 4.206)||260148
icit||Icing top|m
icib||Icing base|m
ici||Icing|(Code table 4.207)
turbt||Turbulence top|m
turbb||Turbulence base|m
turb||Turbulence|(Code table 4.208)
tke||Turbulent kinetic energy|J kg**-1
pblreg||Planetary boundary layer regime|(Code table 4.209)
conti||Contrail intensity|(Code table 4.210)
contet||Contrail engine type|(Code table 4.211)
contt||Contrail top|m
contb||Contrail base|m
mxsalb||Maximum snow albedo|%
snfalb||Snow free albedo|%
asn||Snow albedo|%||228032
^asn||snow albedo|%||235285
~|p260163|Icing|%||260163
~|p260164|In-cloud turbulence|%
rcat||Relative clear air turbulence (RCAT)|%
sldp||Supercooled large droplet probability|%
mwt||Mountain wave turbulence (eddy dissipation rate)|m**2/3 s**-1||260291
cat||Clear air turbulence (CAT)|m**2/3 s**-1||260290
^cat||clear air turbulence (CAT)|m**2/3 s**-1||235262
^dctb||duct base height|m||235312
^tplb||trapping layer base height|m||235313
^tplt||trapping layer top height|m||235314
^dndza||mean vertical gradient of refractivity inside trapping layer|m**-1||235311
^dndzn||minimum vertical gradient of refractivity inside trapping layer|m**-1||235310
snrf||Surface net radiation flux (SW and LW)|W m**-2||231018
avg_snrf||Time-mean surface net radiation flux (SW and LW)|W m**-2||235149
gits||Global irradiance on tilted surfaces|W m**-2||231021
visp||Visibility through precipitation|m||231068
^visp||visibility through precipitation|m||235382
spi||Standardised Precipitation Index (SPI)|Numeric||260658
spei||Standardised Precipitation Evapotranspiration Index (SPEI)|Numeric
ssfi||Standardised Streamflow Index (SSFI)|Numeric
srsi||Standardised Reservoir Supply Index (SRSI)|Numeric
swi||Standardised Water-level Index (SWI)|Numeric
smri||Standardised Snowmelt and Rain Index (SMRI)|Numeric
sdi||Streamflow Drought Index (SDI)|Numeric
var190m0||Arbitrary text string|CCITTIA5||260167
tsec||Seconds prior to initial reference time (defined in Section 1)|s
lat||Latitude|Degree N||250001
lon||Longitude|Degree E
dslr||Days since last observation|Integer||240017
tdtc||Tropical cyclones track density|Numeric||231023
ffldg||Flash flood guidance|kg m**-2||260169
ffldro||Flash flood runoff (Encoded as an accumulation over a floating subinterval of time)|kg m**-2
rssc||Remotely sensed snow cover|(Code table 4.215)
esct||Elevation of snow covered terrain|(Code table 4.216)
swepon||Snow water equivalent percent of normal|%
bgrun||Baseflow-groundwater runoff|kg m**-2
ssrun||Storm surface runoff|kg m**-2
dis||Discharge from rivers or streams|m**3 s**-1||240013
avg_dis||Time-mean discharge from rivers or streams|m**3 s**-1||235270
gwus||Groundwater upper storage|kg m**-2||240028
gwls||Groundwater lower storage|kg m**-2
chside||Side flow into river channel|m**3 s**-1 m**-1||240012
rivsto||River storage of water|m**3||240014
avg_rivsto||Time-mean river storage of water|m**3||235398
fldsto||Floodplain storage of water|m**3||240015
avg_fldsto||Time-mean floodplain storage of water|m**3||235399
woss||Depth of water on soil surface|kg m**-2||240020
tpups||Upstream accumulated precipitation|kg m**-2
smups||Upstream accumulated snow melt|kg m**-2
percr||Percolation rate|kg m**-2 s**-1||260365
rivout||River outflow of water|m**3 s**-1||240032
avg_rivout||Time-mean river outflow of water|m**3 s**-1||235401
fldout||Floodplain outflow of water|m**3 s**-1||240033
avg_fldout||Time-mean floodplain outflow of water|m**3 s**-1||235402
pthflw||Floodpath outflow of water|m**3 s**-1||240034
avg_pthflw||Time-mean floodpath outflow of water|m**3 s**-1||235403
wse||Water surface elevation|m||240042
avg_wse||Time-mean water surface elevation|m||235412
grfr||Groundwater return flow rate|m**3 s**-1||240043
avg_grfr||Time-mean groundwater return flow rate|m**3 s**-1||235413
rivfldsto||River and floodplain storage|m**3||240044
avg_rivfldsto||Time-mean river and floodplain storage|m**3||235414
darv||Depth-averaged river velocity|m s**-1||240045
avg_darv||Time-mean depth-averaged river velocity|m s**-1||235415
cppop||Conditional percent precipitation amount fractile for an overall period (Encoded as an accumulation)|kg m**-2||260176
pposp||Percent precipitation in a sub-period of an overall period|%
pop||Probability of 0.01 inch of precipitation (POP)|%
lslt||Lake surface temperature|K||231059
^lshf||lake shape factor|dimensionless||235307
chcross||Cross sectional area of flow in channel|m**2||240011
flddep||Floodplain depth|m||240035
avg_flddep||Time-mean floodplain depth|m||235274
fldffr||Floodplain flooded fraction|Proportion||240036
avg_fldffr||Time-mean floodplain flooded fraction|Proportion||235275
fldfar||Floodplain flooded area|m**2||240037
avg_fldfar||Time-mean floodplain flooded area|m**2||235276
rivfr||River fraction|Proportion||240038
avg_rivfr||Time-mean river fraction|Proportion||235277
rivar||River area|m**2||240039
avg_rivar||Time-mean river area|m**2||235278
rivcffr||Fraction of river coverage plus river related flooding|Proportion||240040
avg_rivcffr||Time-mean fraction of river coverage plus river related flooding|Proportion||235279
rivcfar||Area of river coverage plus river related flooding|m**2||240041
avg_rivcfar||Time-mean area of river coverage plus river related flooding|m**2||235280
^fsr||forecast surface roughness|m||235244
ssw||Soil moisture content|kg m**-2||3086
veg||Vegetation|%||260180
^veg||vegetation|%||235393
watr||Water runoff|kg m**-2||260181
evapt||Evapotranspiration|kg**-2 s**-1
mterh||Model terrain height|m
landu||Land use|(Code table 4.212)
soilw||Volumetric soil moisture content|Proportion
gflux||Ground heat flux|W m**-2
mstav||Moisture availability|%
sfexc||Exchange coefficient|kg m**-2 s**-1
cnwat||Plant canopy surface water|kg m**-2
bmixl||Blackadar mixing length scale|m
ccond||Canopy conductance|m s**-1
rsmin||Minimal stomatal resistance|s m**-1
rcs||Solar parameter in canopy conductance|Proportion
rct||Temperature parameter in canopy conductance|Proportion
rcsol||Soil moisture parameter in canopy conductance|Proportion
rcq||Humidity parameter in canopy conductance|Proportion
cisoilw||Column-integrated soil water|kg m**-2
hflux||Heat flux|W m**-2
vsw||Volumetric soil moisture|m**3 m**-3
^vsw||volumetric soil moisture|m**3 m**-3||235077
vwiltm||Volumetric wilting point|m**3 m**-3||260200
lai||Leaf Area Index|Numeric||260373
^lai||leaf area index|Numeric||235394
ro||Water runoff and drainage|kg m**-2||228205
sro||Surface runoff|kg m**-2||174008
tifr||Tile fraction|Proportion||231006
tipe||Tile percentage|%
vsi||Volumetric soil ice|m**3 m**-3||260644
tietrf||Time integral of evapotranspiration flux|kg m**-2||235073
etr||Evapotranspiration rate|kg m**-2 s**-1||260433
avg_etr||Time-mean evapotranspiration rate|kg m**-2 s**-1||235074
tipet||Time integral of potential evapotranspiration rate|kg m**-2
petr||Potential evapotranspiration rate|kg m**-2 s**-1||260436
avg_petr||Time-mean potential evapotranspiration rate|kg m**-2 s**-1||235076
smr||Snow melt rate|kg m**-2 s**-1||260475
avg_smr||Time-mean snow melt rate|kg m**-2 s**-1||235024
max_smr||Time-maximum snow melt rate|kg m**-2 s**-1||237024
min_smr||Time-minimum snowmelt rate|kg m**-2 s**-1||238024
rorwe||Runoff rate water equivalent (surface plus subsurface)|kg m**-2 s**-1||260443
rowe||Runoff water equivalent (surface plus subsurface)|kg m**-2||231002
avg_rorwe||Time-mean runoff rate water equivalent (surface plus subsurface)|kg m**-2 s**-1||235048
max_rorwe||Time-maximum runoff rate water equivalent (surface plus subsurface)|kg m**-2 s**-1||237048
min_rorwe||Time-minimum runoff rate|kg m**-2 s**-1||238048
cwe||Wetland cover|(0 - 1)||229007
twe||Wetland type|(Code table 4.239)
cirr||Irrigation cover|(0 - 1)
c4cr||C4 crop cover|(0 - 1)
c4gr||C4 grass cover|(0 - 1)
srcon||Skin reservoir content|kg m**-2||160198
^srcon||skin reservoir content|kg m**-2||235289
surfro||Surface runoff|kg m**-2||231010
surfror||Surface runoff rate|kg m**-2 s**-1||231009
avg_surfror||Time-mean surface runoff rate|kg m**-2 s**-1||235020
ssurfro||Sub-surface runoff|kg m**-2||231012
ssurfror||Sub-surface runoff rate|kg m**-2 s**-1||231011
avg_ssurfror||Time-mean sub-surface runoff rate|kg m**-2 s**-1||235021
avg_cvl||Time-mean low vegetation cover|(0 - 1)||235081
avg_cvh||Time-mean high vegetation cover|(0 - 1)
^lai_lv||leaf area index, low vegetation|m**2 m**-2||235085
^lai_hv||leaf area index, high vegetation|m**2 m**-2||235086
cant||Canopy air temperature|K||231024
uplst||Upper layer soil temperature|K||260201
uplsm||Upper layer soil moisture|kg m**-3
lowlsm||Lower layer soil moisture|kg m**-3
botlst||Bottom layer soil temperature|K
soill||Liquid volumetric soil moisture (non-frozen)|Proportion
rlyrs||Number of soil layers in root zone|Numeric
smref||Transpiration stress-onset (soil moisture)|Proportion
smdry||Direct evaporation cease (soil moisture)|Proportion
poros||Soil porosity|Proportion
liqvsm||Liquid volumetric soil moisture (non-frozen)|m**3 m**-3
voltso||Volumetric transpiration stress-onset (soil moisture)|m**3 m**-3
transo||Transpiration stress-onset (soil moisture)|kg m**-3
voldec||Volumetric direct evaporation cease (soil moisture)|m**3 m**-3
direc||Direct evaporation cease (soil moisture)|kg m**-3
soilp||Soil porosity|m**3 m**-3
vsosm||Volumetric saturation of soil moisture|m**3 m**-3
satosm||Saturation of soil moisture|kg m**-3
sot||Soil temperature|K||260360
^sot||soil temperature|K||235094
som||Soil moisture|kg m**-3||260368
lwcs||Liquid water content in snow pack|kg m**-2||228038
^lwcs||liquid water content in snow pack|kg m**-2||235406
frost||Frost index|K||240018
sd_elev||Snow depth at elevation bands|kg m**-2||240026
sohf||Soil heat flux|W m**-2||260364
sod||Soil depth|m||260367
^tsn||temperature of snow layer|K|temperature_in_surface_snow|235238
hindex||Haines Index|Numeric||260256
fba||Burned area|%||232000
fwinx||Forest fire weather index (as defined by the Canadian Forest Service)|Numeric||260540
ffmcode||Fine fuel moisture code (as defined by the Canadian Forest Service)|Numeric
dufmcode||Duff moisture code (as defined by the Canadian Forest Service)|Numeric
drtcode||Drought code (as defined by the Canadian Forest Service)|Numeric
infsinx||Initial fire spread index (as defined by the Canadian Forest Service)|Numeric
fbupinx||Fire buildup index (as defined by the Canadian Forest Service)|Numeric
fdsrte||Fire daily severity rating (as defined by the Canadian Forest Service)|Numeric
kbdi||Keetch-Byram drought index|Numeric||260557
drtmrk||Drought factor (as defined by the Australian forest service)|Numeric
rosmrk||Rate of spread (as defined by the Australian forest service)|m s**-1
fdimrk||Fire danger index (as defined by the Australian forest service)|Numeric
scnfdr||Spread component (as defined by the U.S Forest Service National Fire-Danger Rating System)|Numeric
buinfdr||Burning index (as defined by the U.S Forest Service National Fire-Danger Rating System)|Numeric
icnfdr||Ignition component (as defined by the U.S Forest Service National Fire-Danger Rating System)|%
ercnfdr||Energy release component (as defined by the U.S Forest Service National Fire-Danger Rating System)|J m**-2
bia||Burning area|%||232001
baa||Burnable area|%
ubaa||Un-burnable area|%
fuell||Fuel load|kg m**-2
combc||Combustion completeness|%
fuelmc||Fuel moisture content|kg kg**-1
llfl||Live leaf fuel load|kg m**-2
lwfl||Live wood fuel load|kg m**-2
dlfl||Dead leaf fuel load|kg m**-2
dwfl||Dead wood fuel load|kg m**-2
lfmc||Live fuel moisture content|kg kg**-1
fdlmc||Fine dead leaf moisture content|kg kg**-1
ddlmc||Dense dead leaf moisture content|kg kg**-1
fdwmc||Fine dead wood moisture content|kg kg**-1
ddwmc||Dense dead wood moisture content|kg kg**-1
lfmclv||Live fuel moisture content in low vegetation|kg kg**-1
lfmchv||Live fuel moisture content in high vegetation|kg kg**-1
mami||Mean height of maximum injection|m||210119
injh||Injection height (from IS4FIRES)|m||210060
apb||Plume bottom height above surface|m||210242
apt||Plume top height above surface|m||210120
pof||Probability of fire detection|%||260565
pil||Probability of ignition from lightning|%
crfire||Wildfire combustion rate|kg m**-2 s**-1||210100
frpfire||Wildfire radiative power density|W m**-2||210099
glm||Glacier mask|Proportion||260294
cur||Urban cover|(0 - 1)||229001
^cur||urban cover|(0 - 1)||235411
cro||Road Cover|(0 - 1)||229002
cbu||Building cover|(0 - 1)
bldh||Building height|m
hwr||Vertical-to-horizontal area ratio|m**2 m**-2
bhstd||Standard deviation of building height|m
ddrf||Distance downward from roof surface|m||231028
diws||Distance inward from outer wall surface|m
ddrd||Distance downward from road surface|m
~|p260530|Scaled radiance|Numeric||260530
~|p260531|Scaled albedo|Numeric
~|p260532|Scaled brightness temperature|Numeric
~|p260533|Scaled precipitable water|Numeric
~|p260534|Scaled lifted index|Numeric
~|p260535|Scaled cloud top pressure|Numeric
~|p260536|Scaled skin temperature|Numeric
~|p260537|Cloud mask|(Code table 4.217)
~|p260538|Pixel scene type|(Code table 4.218)
~|p260539|Fire detection indicator|(Code table 4.223)
estp||Estimated precipitation|kg m**-2||260218
irrate||Instantaneous rain rate|kg m**-2 s**-1
ctoph||Cloud top height|m
ctophqi||Cloud top height quality indicator|(Code table 4.219)
estu||Estimated u component of wind|m s**-1
estv||Estimated v component of wind|m s**-1
npixu||Number of pixels used|Numeric
solza||Solar zenith angle|Degree
raza||Relative azimuth angle|Degree
rfl06||Reflectance in 0.6 micron channel|%
rfl08||Reflectance in 0.8 micron channel|%
rfl16||Reflectance in 1.6 micron channel|%
rfl39||Reflectance in 3.9 micron channel|%
atmdiv||Atmospheric divergence|s**-1
clbt||Cloudy brightness temperature|K||260510
csbt||Clear-sky brightness temperature|K
~|p260550|Cloudy radiance (with respect to wave number)|W m**-1 sr**-1||260550
~|p260551|Clear-sky radiance (with respect to wave number)|W m**-1 sr**-1
~|p260552|Wind speed|m s**-1
~|p260553|Aerosol optical thickness at 0.635 um|dimensionless
~|p260554|Aerosol optical thickness at 0.810 um|dimensionless
~|p260555|Aerosol optical thickness at 1.640 um|dimensionless
~|p260556|Angstrom coefficient|dimensionless
cossza||Cosine of solar zenith angle|Numeric||214001
^cossza||cosine of solar zenith angle|Numeric||235340
rfl04||Reflectance in 0.4 micron channel|%||231013
cdrfl||Cloudy reflectance|%||260512
crrfl||Clear reflectance|%
^swh||significant height of combined wind waves and swell|m||141229
wvdir||Direction of wind waves|Degree true||260232
^shww||significant height of wind waves|m||141234
^mpww||mean period of wind waves|s||141236
^shts||significant height of total swell|m||141237
^mpts||mean period of total swell|s||141239
dirpw||Primary wave direction|Degree true||260233
perpw||Primary wave mean period|s
persw||Secondary wave mean period|s
^mwd||mean wave direction|Degree true||141230
^mwp||mean wave period|s||141232
^cdww||coefficient of drag with waves|dimensionless||141233
^zust||friction velocity|m s**-1||235304
^msqs||mean square slope of waves|dimensionless||141244
^ust||U-component surface stokes drift|m s**-1||141215
^vst||V-component surface stokes drift|m s**-1||141216
^tmax||period corresponding to maximum individual wave height|s||141217
^mp1||mean wave period based on first moment|s||141220
^p1ww||mean wave period based on first moment for wind waves|s||141223
^p1ps||mean wave period based on first moment for swell|s||141226
^mp2||mean zero-crossing wave period|s||141221
^p2ww||mean wave period based on second moment for wind waves|s||141224
^p2ps||mean wave period based on second moment for swell|s||141227
^wdw||wave spectral directional width|radians||141222
^dwww||wave spectral directional width for wind waves|radians||141225
^dwps||wave spectral directional width for swell|radians||141228
^pp1d||peak wave period|s||141231
pp1dw||Peak wave period of wind waves|s||140135
^pp1dw||peak wave period of wind waves|s||141135
pp1ds||Peak wave period of total swell|s||140136
^pp1ds||peak wave period of total swell|s||141136
^wsk||wave spectral kurtosis|dimensionless||141252
^bfi||benjamin-Feir index|dimensionless||141253
pwd||Peak wave direction (total)|Degree true||140140
^pwd||peak wave direction (total)|Degree true||141140
^swh1||significant wave height of first swell partition|m||141121
^swh2||significant wave height of second swell partition|m||141124
^swh3||significant wave height of third swell partition|m||141127
^mwp1||mean wave period of first swell partition|s||141123
^mwp2||mean wave period of second swell partition|s||141126
^mwp3||mean wave period of third swell partition|s||141129
^mwd1||mean wave direction of first swell partition|degrees||141122
^mwd2||mean wave direction of second swell partition|degrees||141125
^mwd3||mean wave direction of third swell partition|degrees||141128
^wdw1||wave directional width of first swell partition|radians||141106
^wdw2||wave directional width of second swell partition|radians||141108
^wdw3||wave directional width of third swell partition|radians||141110
^wfw1||wave frequency width of first swell partition|dimensionless||141107
^wfw2||wave frequency width of second swell partition|dimensionless||141109
^wfw3||wave frequency width of third swell partition|dimensionless||141111
pp1d1||Peak wave period of first swell partition|s||140137
^pp1d1||peak wave period of first swell partition|s||141137
pp1d2||Peak wave period of second swell partition|s||140138
^pp1d2||peak wave period of second swell partition|s||141138
pp1d3||Peak wave period of third swell partition|s||140139
^pp1d3||peak wave period of third swell partition|s||141139
pwd1||Peak wave direction of first swell partition|Degree true||140143
^pwd1||peak wave direction of first swell partition|Degree true||141143
pwd2||Peak wave direction of second swell partition|Degree true||140144
^pwd2||peak wave direction of second swell partition|Degree true||141144
pwd3||Peak wave direction of third swell partition|Degree true||140145
^pwd3||peak wave direction of third swell partition|Degree true||141145
pwdw||Peak wave direction of wind waves|Degree true||140141
^pwdw||peak wave direction of wind waves|Degree true||141141
pwds||Peak wave direction of total swell|Degree true||140142
^pwds||peak wave direction of total swell|Degree true||141142
wcfr||Whitecap fraction|Fraction||140146
^wcfr||whitecap fraction|Fraction||141146
^mdts||mean direction of total swell|degrees||141238
^mdww||mean direction of wind waves|degrees||141235
^chnk||charnock|Numeric||235099
^wss||wave Spectral Skewness|Numeric||141207
^wefxm||wave energy flux magnitude|W m**-1||141112
^wefxd||wave energy flux mean direction|Degree true||141113
^wraf||ratio of wave angular and frequency width|Numeric||141099
^wstar||free convective velocity over the oceans|m s**-1||141208
^rhoao||air density over the oceans|kg m**-3||141209
^phiaw||normalized energy flux into waves|Numeric||141211
^tauoc||normalized stress into ocean|Numeric||141214
^phioc||normalized energy flux into ocean|Numeric||141212
^weta||wave induced mean sea level correction|m||141098
^wnslc||number of events in freak waves statistics|Numeric||141100
^utauo||U-component of surface momentum flux into ocean|N m**-2||141103
^vtauo||V-component of surface momentum flux into ocean|N m**-2||141104
^wphio||wave turbulent energy flux into ocean|W m**-2||141105
^hmax||envelop-maximum individual wave height|m||141218
tdcmax||Time domain maximum individual crest height|m||140131
^tdcmax||time domain maximum individual crest height|m||141131
tdhmax||Time domain maximum individual wave height|m||140132
^tdhmax||time domain maximum individual wave height|m||141132
stcmax||Space time maximum individual crest height|m||140133
^stcmax||space time maximum individual crest height|m||141133
sthmax||Space time maximum individual wave height|m||140134
^sthmax||space time maximum individual wave height|m||141134
^wsp||wave spectral peakedness|dimensionless||141254
bfi2d||Benjamin-Feir index 2D|Numeric||140147
^bfi2d||Benjamin-Feir index 2D|Numeric||141147
ctc||Crest-trough correlation|Numeric||140148
^ctc||crest-trough correlation|Numeric||141148
xwrs||X component of the wave radiative stress to sea ice|N m**-2||140149
^xwrs||X component of the wave radiative stress to sea ice|N m**-2||141149
ywrs||Y component of the wave radiative stress to sea ice|N m**-2||140150
^ywrs||Y component of the wave radiative stress to sea ice|N m**-2||141150
dirc||Current direction|Degree true||260236
spc||Current speed|m s**-1
^ci||sea ice area fraction|(0 - 1)|sea_ice_area_fraction|235083
sithick||Sea ice thickness|m||262000
^sithick||sea ice thickness|m||263000
sit||Sea ice temperature|K||262024
^sit||sea ice temperature|K||263024
^sst||sea surface temperature|K||235084
zos||Sea surface height|m|sea_surface_height_above_geoid|262124
^zos||sea surface height|m|sea_surface_height_above_geoid|263124
sos||Sea surface practical salinity|g kg**-1|sea_surface_salinity|262100
^sos||sea surface practical salinity|g kg**-1|sea_surface_salinity|263100
hfds||Surface downward heat flux|W m**-2||262108
^hfds||surface downward heat flux|W m**-2||263108
tauuoe||Eastward surface stress|N m**-2||262110
^tauuoe||eastward surface stress|N m**-2||263110
tauvon||Northward surface stress|N m**-2||262109
^tauvon||northward surface stress|N m**-2||263109
sve||Eastward surface sea water velocity|m s**-1||262140
^sve||eastward surface sea water velocity|m s**-1||263140
svn||Northward surface sea water velocity|m s**-1||262139
^svn||northward surface sea water velocity|m s**-1||263139
zosib||Sea surface height with inverse barometer correction|m||262143
^zosib||sea surface height with inverse barometer correction|m||263143
sss||Sea surface salinity|kg kg**-1||262145
^sss||sea surface salinity|kg kg**-1||263145
rsdos||Sea surface downward short-wave radiation flux|W m**-2||262149
^rsdos||sea surface downward short-wave radiation flux|W m**-2||263149
tsec||Seconds prior to initial reference time (defined in Section 1)|s||260241
utci||Universal thermal climate index|K||261001
mrt||Mean radiant temperature|K
wbgt||Wet bulb globe temperature|K||261014
gt||Globe temperature|K
hmdx||Humidex|K
efft||Effective temperature|K
nefft||Normal effective temperature|K
sefft||Standard effective temperature|K
peqt||Physiological equivalent temperature|K
uvbed||UV biologically effective dose|~||214002
uvbedcs||UV biologically effective dose clear-sky|~
exhf||Excess heat factor|K**2||261024
excf||Excess cold factor|K**2
mal_cases_frac||Fraction of Malaria cases|Fraction||261003
mal_prot_ratio||Malaria circumsporozoite protein ratio|Fraction
mal_innoc_rate||Plasmodium falciparum entomological inoculation rate|Bites per day per person
mal_hbite_rate||Human bite rate by anopheles vectors|Bites per day per person
mal_immun_ratio||Malaria immunity ratio|Fraction
mal_infect_ratio||Falciparum parasite ratio|Fraction
mal_infect_d10_ratio||Detectable falciparum parasite ratio (after day 10)|Fraction
mal_host_ratio||Anopheles vector to host ratio|Fraction
mal_vect_dens||Anopheles vector density|Number m**-2
mal_hab_frac||Fraction of malarial vector reproductive habitat|Fraction
pop_dens||Population density|Person m**-2
ttrad||Temperature tendency by all radiation|K s**-1||260243
rev||Relative Error Variance|~
lrghr||Large Scale Condensate Heating rate|K s**-1
cnvhr||Deep Convective Heating rate|K s**-1
thflx||Total Downward Heat Flux at Surface|W m**-2
ttdia||Temperature Tendency By All Physics|K s**-1
ttphy||Temperature Tendency By Non-radiation Physics|K s**-1
tsd1d||Standard Dev. of IR Temp. over 1x1 deg. area|K
shahr||Shallow Convective Heating rate|K s**-1
vdfhr||Vertical Diffusion Heating rate|K s**-1
thz0||Potential temperature at top of viscous sublayer|K
tchp||Tropical Cyclone Heat Potential|J m**-2 K**-1
minrh||Minimum Relative Humidity|%||260261
tipd||Total Icing Potential Diagnostic|dimensionless||260269
ncip||Number concentration for ice particles|dimensionless
snot||Snow temperature|K
tclsw||Total column-integrated supercooled liquid water|kg m**-2
tcolm||Total column-integrated melting ice|kg m**-2
emnp||Evaporation - Precipitation|cm per day
sbsno||Sublimation (evaporation from snow)|W m**-2
cnvmr||Deep Convective Moistening Rate|kg (kg s**-1)**-1
shamr||Shallow Convective Moistening Rate|kg (kg s**-1)**-1
vdfmr||Vertical Diffusion Moistening Rate|kg (kg s**-1)**-1
condp||Condensation Pressure of Parcali Lifted From Indicate Surface|Pa
lrgmr||Large scale moistening rate|kg (kg s**-1)**-1
qz0||Specific humidity at top of viscous sublayer|kg kg**-1
qmax||Maximum specific humidity at 2m|kg kg**-1
qmin||Minimum specific humidity at 2m|kg kg**-1
arain||Liquid precipitation (rainfall)|kg m**-2
snowt||Snow temperature, depth-avg|K
apcpn||Total precipitation (nearest grid point)|kg m**-2
acpcpn||Convective precipitation (nearest grid point)|kg m**-2
frzr||Freezing Rain|kg m**-2
lauv||Latitude of U Wind Component of Velocity|deg||260295
louv||Longitude of U Wind Component of Velocity|deg
lavv||Latitude of V Wind Component of Velocity|deg
lovv||Longitude of V Wind Component of Velocity|deg
lapp||Latitude of Pressure Point|deg
lopp||Longitude of Pressure Point|deg
vedh||Vertical Eddy Diffusivity Heat exchange|m**2 s**-1
covmz||Covariance between Meridional and Zonal Components of the wind.|m**2 s**-2
covtz||Covariance between Temperature and Zonal Components of the wind.|K m s**-1
covtm||Covariance between Temperature and Meridional Components of the wind.|K m s**-1
vdfua||Vertical Diffusion Zonal Acceleration|m s**-2
vdfva||Vertical Diffusion Meridional Acceleration|m s**-2
gwdu||Gravity wave drag zonal acceleration|m s**-2
gwdv||Gravity wave drag meridional acceleration|m s**-2
cnvu||Convective zonal momentum mixing acceleration|m s**-2
cnvv||Convective meridional momentum mixing acceleration|m s**-2
wtend||Tendency of vertical velocity|m s**-2
omgalf||Omega (Dp/Dt) divide by density|K
cngwdu||Convective Gravity wave drag zonal acceleration|m s**-2
cngwdv||Convective Gravity wave drag meridional acceleration|m s**-2
lmv||Velocity Point Model Surface|~
pvmww||Potential Vorticity (Mass-Weighted)|(s m**-1)**-1
VRATE||Ventilation Rate|m**2 s**-1||7001353
mslet||MSLP (Eta model reduction)|Pa||260317
mslma||MSLP (MAPS System Reduction)|Pa||260323
tslsa||3-hr pressure tendency (Std. Atmos. Reduction)|Pa s**-1
plpl||Pressure of level from which parcel was lifted|Pa
lpsx||X-gradient of Log Pressure|m**-1
lpsy||Y-gradient of Log Pressure|m**-1
hgtx||X-gradient of Height|m**-1
hgty||Y-gradient of Height|m**-1
layth||Layer Thickness|m
nlgsp||Natural Log of Surface Pressure|ln(kPa)
cnvumf||Convective updraft mass flux|kg (m**2 s-1)**-1
cnvdmf||Convective downdraft mass flux|kg (m**2 s-1)**-1
cnvdemf||Convective detrainment mass flux|kg (m**2 s-1)**-1
lmh||Mass Point Model Surface|~
hgtn||Geopotential Height (nearest grid point)|gpm
presn||Pressure (nearest grid point)|Pa
duvb||UV-B downward solar flux|W m**-2||260340
cduvb||Clear sky UV-B downward solar flux|W m**-2
csdsf||Clear Sky Downward Solar Flux|W m**-2
swhr||Solar Radiative Heating Rate|K s**-1
csusf||Clear Sky Upward Solar Flux|W m**-2
cfnsf||Cloud Forcing Net Solar Flux|W m**-2
vbdsf||Visible Beam Downward Solar Flux|W m**-2
vddsf||Visible Diffuse Downward Solar Flux|W m**-2
nbdsf||Near IR Beam Downward Solar Flux|W m**-2
nddsf||Near IR Diffuse Downward Solar Flux|W m**-2
dtrf||Downward Total radiation Flux|W m**-2
utrf||Upward Total radiation Flux|W m**-2
lwhr||Long-Wave Radiative Heating Rate|K s**-1||260354
csulf||Clear Sky Upward Long Wave Flux|W m**-2
csdlf||Clear Sky Downward Long Wave Flux|W m**-2
cfnlf||Cloud Forcing Net Long Wave Flux|W m**-2
mflux||Convective Cloud Mass Flux|Pa s**-1||260366
SUNSD||Sunshine Duration|s||7001292
ri||Richardson Number|Numeric||260369
cwdi||Convective Weather Detection Index|~
uvi||UV index|Numeric||260094
uphl||Updraft Helicity|m**2 s**-2||260372
pmtc||Particulate matter (coarse)|(10**-6 g) m**-3||260374
pmtf||Particulate matter (fine)|(10**-6 g) m**-3
lpmtf||Particulate matter (fine)|log10((10**-6g) m**-3)
lipmf||Integrated column particulate matter (fine)|log10((10**-6g) m**-3)
o3mr||Ozone mixing ratio|kg kg**-1||260131
ozcon||Ozone Concentration (PPB)|ppb||260379
ozcat||Categorical Ozone Concentration|dimensionless
vdfoz||Ozone vertical diffusion|kg (kg s**-1)**-1
poz||Ozone production|kg (kg s**-1)**-1
toz||Ozone tendency|kg (kg s**-1)**-1
pozt||Ozone production from temperature term|kg (kg s**-1)**-1
pozo||Ozone production from col ozone term|kg (kg s**-1)**-1
refzr||Derived radar reflectivity backscatter from rain|mm**6 m**-3
refzi||Derived radar reflectivity backscatter from ice|mm**6 m**-3
refzc||Derived radar reflectivity backscatter from parameterized convection|mm**6 m**-3
refd||Derived radar reflectivity|dB
refc||Maximum/Composite radar reflectivity|dB
ltng||Lightning|dimensionless
srcono||Slight risk convective outlook|categorical||260394
mrcono||Moderate risk convective outlook|categorical
hrcono||High risk convective outlook|categorical
torprob||Tornado probability|%
hailprob||Hail probability|%
windprob||Wind probability|%
storprob||Significant Tornado probability|%
shailpro||Significant Hail probability|%
swindpro||Significant Wind probability|%
tstmc||Categorical Thunderstorm (1-yes, 0-no)|categorical
mixly||Number of mixed layers next to surface|Integer
flght||Flight Category|~
cicel||Confidence - Ceiling|~
civis||Confidence - Visibility|~
ciflt||Confidence - Flight Category|~
lavni||Low-Level aviation interest|~
havni||High-Level aviation interest|~
sbsalb||Visible, Black Sky Albedo|%
swsalb||Visible, White Sky Albedo|%
nbsalb||Near IR, Black Sky Albedo|%
nwsalb||Near IR, White Sky Albedo|%
prsvr||Total Probability of Severe Thunderstorms (Days 2,3)|%
prsigsvr||Total Probability of Extreme Severe Thunderstorms (Days 2,3)|%
sipd||Supercooled Large Droplet (SLD) Potential|~
epsr||Radiative emissivity|~
tpfi||Turbulence Potential Forecast Index|~
vaftd||Volcanic Ash Forecast Transport and Dispersion|log10(kg m**-3)
ICSEV||Icing severity|Numeric||7001293
cpozp||Probability of Freezing Precipitation|%||260429
ppffg||Probability of precipitation exceeding flash flood guidance values|%||260431
cwr||Probability of Wetting Rain, exceeding in 0.10 in a given time period|%
vgtyp||Vegetation Type|Integer(0-13)||260439
wilt||Wilting Point|Fraction||260442
rdrip||Rate of water dropping from canopy to ground|~||260447
icwat||Ice-free water surface|%
akhs||Surface exchange coefficients for T and Q divided by delta z|m s**-1
akms||Surface exchange coefficients for U and V divided by delta z|m s**-1
vegt||Vegetation canopy temperature|K
sstor||Surface water storage|kg m**-2
lsoil||Liquid soil moisture content (non-frozen)|kg m**-2
ewatr||Open water evaporation (standing water)|W m**-2
gwrec||Groundwater recharge|kg m**-2
qrec||Flood plain recharge|kg m**-2
sfcrh||Roughness length for heat|m
ndvi||Normalized Difference Vegetation Index|~
landn||Land-sea coverage (nearest neighbor) [land=1,sea=0]|~
amixl||Asymptotic mixing length scale|m
wvinc||Water vapor added by precip assimilation|kg m**-2
wcinc||Water condensate added by precip assimilation|kg m**-2
wvconv||Water Vapor Flux Convergence (Vertical Int)|kg m**-2
wcconv||Water Condensate Flux Convergence (Vertical Int)|kg m**-2
wvuflx||Water Vapor Zonal Flux (Vertical Int)|kg m**-2
wvvflx||Water Vapor Meridional Flux (Vertical Int)|kg m**-2
wcuflx||Water Condensate Zonal Flux (Vertical Int)|kg m**-2
wcvflx||Water Condensate Meridional Flux (Vertical Int)|kg m**-2
acond||Aerodynamic conductance|m s**-1
evcw||Canopy water evaporation|W m**-2
trans||Transpiration|W m**-2
sltyp||Surface Slope Type|Index||260474
evbs||Direct evaporation from bare soil|W m**-2||260478
lspa||Land Surface Precipitation Accumulation|kg m**-2
baret||Bare soil surface skin temperature|K
avsft||Average surface skin temperature|K
radt||Effective radiative skin temperature|K
fldcp||Field Capacity|Fraction
wstp||Wave Steepness|~||260486
omlu||Ocean Mixed Layer U Velocity|m s**-1
omlv||Ocean Mixed Layer V Velocity|m s**-1
ubaro||Barotropic U velocity|m s**-1
vbaro||Barotropic V velocity|m s**-1
surge||Storm Surge|m
etsrg||Extra Tropical Storm Surge|m
elevhtml||Ocean Surface Elevation Relative to Geoid|m
sshg||Sea Surface Height Relative to Geoid|m
p2omlt||Ocean Mixed Layer Potential Density (Reference 2000m)<br|kg m**-3
aohflx||Net Air-Ocean Heat Flux|W m**-2
ashfl||Assimilative Heat Flux|W m**-2
sstt||Surface Temperature Trend|degreeperday
ssst||Surface Salinity Trend|psuperday
keng||Kinetic Energy|J kg**-1
sltfl||Salt Flux|kg (m**2 s**-1)**-1
wtmpc||3-D Temperature|deg C
salin||3-D Salinity|~
bkeng||Barotropic Kinetic Energy|J kg**-1
dbss||Geometric Depth Below Sea Surface|m
intfd||Interface Depths|m
ohc||Ocean Heat Content|J m**-2
litota3||Averaged total lightning flash density in the last 3 hours|km**-2 day**-1||228057
litota6||Averaged total lightning flash density in the last 6 hours|km**-2 day**-1
licga3||Averaged cloud-to-ground lightning flash density in the last 3 hours|km**-2 day**-1
licga6||Averaged cloud-to-ground lightning flash density in the last 6 hours|km**-2 day**-1`;

export const SECTIONS: Readonly<Record<string, string>> = {
  "grib1-98": `128.1-60:0
62-255:60
140.80-84:254
98-129:259
200:291
207-255:292
228.1-29:341
37:370
39-44:371
46-48:377
50-53:380
70-74:384
78-85:389
88-94:397
109:404
121:405
123:406
129-132:407
134:411
136:412
139:413
141:414
144:415
164:416
170-171:417
216-230:419
239-247:434
249-254:443`,
  grib1: `3.1:53;1=79
2-3:149+300
4-5:59+391
6:127
7:154;1=188
8-9:451
10:204
11:128;105@2=37
12:453
13-14:2+452
15-16:455;105@2=-336
17:457;105@2=-291
18-31:458
32:9
33-34:129;105@10=34
35-36:0
37-38:472
39:133
41-42:474
43-44:136+17
45-48:476
51-52:131+24
53-56:480
57:180
59-60:484
61-62:431+55
63-64:487
65-66:415+74
67-70:490
71-72:416+78
73-80:495
81-82:170+333
83-84:171+333
85:413
86-87:371+134
88-89:506
90-91:203+305
92-117:509
118-119:192+343
120-127:536`,
  "grib1-7": `2.1:53;1=79
2-3:149+300
4-5:59+391
6:127
7:154;1=188
8-9:451
10:204
11:128;105@2=37
12:453
13-14:2+452
15-16:455;105@2=-336
17:457;105@2=-291
18-31:458
32:9
33-34:129;105@10=34
35-36:0
37-38:472
39:133
41-42:474
43-44:136+17
45-48:476
51-52:131+24
53-56:480
57:180
59-60:484
61-62:431+55
63-64:487
65-66:415+74
67-70:490
71-72:416+78
73-80:495
81-82:170+333
83-84:171+333
85:413
86-87:371+134
88-89:506
90-91:203+305
92-117:509
118-119:192+343
120-127:536`,
  grib2: `0.0.0:128;103@2=37;/0=416;103@2/0=216;103@2/1=37;/2=417;103@2/2=419;/3=418;103@2/3=420
1:453
2:2;/023=547
3-5:454
6:457;103@2=-291;103@2/0=95;103@2/1=-291;103@2/2=96;103@2/3=97
8-9:459+6
10:555;1/0=1;1/1=-410;1/2=2;1/3=3
11:229;1/0=330;1/1=-85;1/2=331;1/3=332
12-16:562
17:233;1/0=334;1/2=335;1/3=336
20:570;/0=2;/1=1;/23=3
21:575
22-26:576+5;/0=2;/1=1;/23=3
27:601
28:20
30-32:602
0.1.0:131;103@2=477;/0=474;103@2/0=478;103@2/1=477;/2=475;103@2/2=479;/3=476;103@2/3=480
1:155;103@2=460;/0=457;103@2/0=461;103@2/1=460;/2=458;103@2/2=462;/3=459;103@2/3=463
3-4:481+138
5:483
7:484
9:620
10-11:487+2
12-13:621
14-15:500+123
17-28:624
30-36:636
37:644;1/0=1;1/1=-1;1/2=2;1/3=3
38-40:648
42-49:651
51:659
52:660;1=5;/0=1;1/0=6;/1=2;1/1=-229;/2=3;1/2=7;/3=4;1/3=8
53:669;1/0=1;1/1=-254;1/2=2;1/3=3
54:673;1/0=1;1/1=-187;1/2=2;1/3=3
55:423;1/0=255;1/1=254;1/2=256;1/3=257
56:424;1/0=258;1/1=257;1/2=259;1/3=260
57:685;1/1=1
58-59:687
60:414;/023=275
61:32;/023=660
65-66:695+2;1/1=1
67:700;1/0=1;1/1=-1;1/2=2;1/3=3
68:704
75:705
76:421;1/0=285;1/2=286;1/3=287
77:422;1/0=287;1/2=288;1/3=289
79:230;1/0=483;1/1=482;1/2=484;1/3=485
83:244;/023=472
84:245;/023=474
85:73;/023=649
86:74;/023=651
93:728;103@2=-358;/0=1;103@2/0=4;103@2/1=-358;/2=2;103@2/2=5;/3=3;103@2/3=6
94:735
0.2.0:471;103@10=268;/0=265;103@10/0=269;103@10/1=268;/2=266;103@10/2=270;/3=267;103@10/3=271
1:9;103@10=196;/0=734;103@10/0=336;103@10/1=196;/2=735;103@10/2=737;/3=736;103@10/3=738
2:129;103@10=34;/0=619;103@10/0=622;103@10/1=34;/2=620;103@10/2=623;/3=621;103@10/3=624
3:130;103@10=34;/0=624;103@10/0=627;103@10/1=34;/2=625;103@10/2=628;/3=626;103@10/3=629
4-5:0
6:52;/023=708
7:473
8:133;/023=630
9:766
10-11:474
12:136;/023=631
13:153;/023=617
14:59;/023=714
15-16:476
17:262;1/0=515;1/1=514;1/2=516;1/3=517
18:263;1/0=518;1/1=517;1/2=519;1/3=520
19:542
20:784;/0=1;/1=-641;/23=2
21:788
22:789;103@10=-420;103@10/0=1;103@10/1=-420;103@10/2=2;103@10/3=3
23-24:793+2;103@10/2=1
25-30:797
32:75;/023=728
37:228
38:227
39-40:806+5;/0=2;/1=1;/23=3
45:22
47:816;1/0=1;1/2=2;1/3=3
48:820
54:243;1/0=578;1/2=579;1/3=580
55:824
58:825;1/0=1;1/1=-778;1/2=2;1/3=3
59-61:829
62:227;1/0=605;1/1=-49;1/2=606;1/3=607
63:228;1/0=607;1/1=-49;1/2=608;1/3=609
64-67:839+5;1/0=1;1/1=-1;1/2=2;1/3=3
0.3.0:53;1=79;101=96;100/0=805;1/0=808;101/0=811;103@2/0=805;103@10/0=805;106/0=805;1/1=79;101/1=96;100/2=806;1/2=809;101/2=812;103@2/2=806;103@10/2=806;106/2=806;100/3=807;1/3=810;101/3=813;103@2/3=807;103@10/3=807;106/3=807
1:867
2-3:449
4:127;/023=741
5:154;1=188;1/0=188;1/1=188;1/2=188;1/3=188
6-7:451
8-9:466
10-11:507+364
12-15:872
16:876;1/0=1;1/1=-683;1/2=2;1/3=3
17:880;1/0=1;1/1=-686;1/2=2;1/3=3
18:157;/023=727
19:887
20-21:158+2
22:161
23:888;/0=1;/1=-693;/23=2
24:159
27-30:892+5;/0=2;/1=1;/23=3
31-32:21+891
34:451
44:378;/023=535
45:379;/023=537
46:919
0.4.0-1:528+392
3:534
4-5:192+343
6:536
7:921;1/0=1;1/1=-754;1/2=2;1/3=3
8:925
9:926;1/0=1;1/1=-752;1/2=2;1/3=3
10:930;1/0=1;1/1=-873;1/2=2;1/3=3
11:934;1/0=1;1/1=-726;1/2=2;1/3=3
12:938;1/0=1;1/1=-882;1/2=2;1/3=3
13:942;1/0=1;1/1=-581;1/2=2;1/3=3
14:946;1/0=1
0.5.0-1:948
3:950;1/0=1;1/1=-777;1/2=2;1/3=3
4:954
5:955;1/0=1;1/1=-780;1/2=2;1/3=3
6:959;1/0=1;1/1=-750;1/2=2;1/3=3
8:963;1/0=1;1/1=-555;1/2=2;1/3=3
0.6.0:967
3:495;/023=473
4:496;/023=475
5:497;/023=477
6-7:498+479
8-10:978
12:981
13:404;/023=578
14-23:985
24:995;1/0=1;1/1=-808;1/2=2;1/3=3
25:999
27:377;/023=623
32:246;/023=757
36:420;1/0=586;1/1=-371;1/2=587;1/3=588
37:1009
50-51:1010
0.7.0-1:464+35
2:405;/023=607
3:1015
4:406;/023=610
5:1019
8-11:1020
16:1024
22:1025;/023=1
23-24:1029
0.13.0:1031
0.14.0:1032
1:201;/023=832
0.15.0-5:1036
6-8:461
17:1042;/1=-1
18-19:1043
0.16.4:1045
6:1046;/1=1
0.18.0-8:1048
0.19.0:460;/023=597
1:504;/023=556
2:485
3:490;/023=573
4-18:1066
19:1081;/023=1
20-23:1085
28:1089
29:1090;/023=1
41:357;/023=737
42:358;/023=739
43:359;/023=741
44:356;/023=747
45:355;/023=751
46:1109;1/0=1;1/1=-962
47:1111
51:1112;/023=1
0.22.0-6:1116
0.190.0:1123
0.191.0-4:1124
1.0.0-6:1129
7:1136;/0=1
8-10:1138
11-12:1141+2;/0=1
13-16:1145
17-19:1149+2;/0=1
21-24:1155+2;/0=1
1.1.0-2:1163
1.2.1:1166
2:25
6:403
10:352;/023=815
13:1170
17-23:1171+2;/0=1
2.0.0:170
1:242;1/0=943;1/2=944;1/3=945
2-3:413+775
4:1189;/023=1
5-16:1193
18-21:1205
22-23:371+838
24:1210
25:1211;/023=1
27:1215
28:1216;1/0=1;1/2=2;1/3=3
33-34:1220
36-38:1222
39-40:1226+3;1/0=1;1/1=-1
41:1231;1/0=1;1/1=-715;1/2=2;1/3=3
42:1235;/0=2;/1=1;/23=3
45-49:1240
50:1245;/023=1
51-52:1250+3;1/0=1;1/1=-1
53-54:26;/0=1229
55:64;/023=1193
56:65;/023=1195
57-58:28
62-63:122+1141
2.3.0-1:42+1222
2-17:1265
18:1281;/023=1
19:1285
23:1286;/023=1
24-27:1290
28:236;/023=1058
2.4.2-3:1297
5-25:1299
27-35:1320
37-44:1329
47-48:1337
2.5.0:1339
2.6.0:1340;/023=1
1-8:1344
3.0.0-9:1352
3.1.0-17:1362
19-23:1380
24:1385;1/0=1;1/2=2;1/3=3
30-32:1389
10.0.0-2:468
3:314;/023=1078
4:1395
5:319;/023=1077
6:321;/023=1078
7:521
8:322;/023=1080
9:324;/023=1081
10-11:1408
12-13:526+884
14:315;/023=1096
15:317;/023=1097
16:318;/023=1099
17:343;/023=1077
20:329;/023=1094
21:300;/023=1126
22:301;/023=1128
23:302;/023=1130
24:303
25-27:305+3;/023=1130
28-30:306+3;/023=1138
31-34:307+3;/023=1146
35-36:1465+4;/023=1
37-39:331
43:337;/023=1136
44:338;/023=1138
46:1479;/023=1
47-49:282+3;/023=1201
50-52:284+3;/023=1208
53-55:283+3;/023=1218
56:267;/023=1243
57:269;/023=1244
58:271;/023=1245
59:268;/023=1251
60:270;/023=1252
61:272;/023=1253
65-73:1528+4;/023=1
74:323;/023=1241
75:320;/023=1247
76:146;/023=1424
77:292;/023=1281
78:273;/023=1303
79:274;/023=1305
80:260;/023=1322
81:293;/023=1292
82:294;/023=1294
83-84:296+3;/023=1295
85:297;/023=1300
86:336
87:259;/023=1341
89:261;/023=1342
90:264;1/0=1342;1/2=1343;1/3=1344
91:265;1/0=1344;1/2=1345;1/3=1346
92:266;/023=1346
93:303;/023=1312
94-97:1618+4;/023=1
98:339;/023=1295
99-102:1637+4;/023=1
103:262;1/0=515;1/2=516;1/3=517
104:263;1/0=518;1/2=519;1/3=520
10.1.0-1:1653
10.2.0:30;1/0=1625;1/2=1626;1/3=1627
1:1658;/023=1
2-3:510
7:515
8:1662;/023=1
10.3.0:33;1/0=1633;1/2=1634;1/3=1635
1:1669;/023=1
3-6:1673+4;/023=1
14-15:1689+4;/023=1
20-22:1697+4;/023=1
10.4.1:493
2-3:491+15
7:304
10.191.0:1709
20.0.0-12:1710
20.1.0-9:1723
20.2.0:1733`,
  "grib2-7": `0.0.192-193:566+1168
194-204:1735
0.1.192-195:639
196:644
197-198:633+1113
199:650
201-205:651
206-225:1747
0.2.192-197:797
198-219:1767
224:1789
0.3.192:1790
193-194:875
195:880
197-198:887+904
199-212:1792
0.4.192-193:921+4
194-205:1806
0.5.192-193:950+4
194-197:1818
0.6.192-194:985
195-196:628+361
197-199:990
200-201:1822
0.7.192-193:1022
194-197:1824
198:1216
0.13.192-195:1828
0.14.192-199:1832
0.16.192-196:1840
0.17.192:1845
0.19.192-193:1079
194-219:1846
232:1872
234:1873
1.0.192-193:1134
1.1.192:1874
193-194:649+1226
195:1876
2.0.192-197:1197
198:1877
199-200:1203
201:1878
202-203:1205
204:1208
205-206:1207+672
207-230:1880
2.3.192-193:1268
194:1904
195-197:1270
198-203:1905
10.0.192:1911
10.1.192-195:1912
10.3.192-202:1916
10.4.192-197:1927`,
  "grib2-98": `192.128.4-9:3
11-42:10
44-48:43
50:49
53:52
55-58:54
62-67:60
70-71:68
74:72
78-120:76
123-128:121
137:135
139-140:137
142:140
144:142
148-150:146
153-154:151
158-164:156
169-171:167
174-175:172
178:176
180-188:178
190-193:188
195-200:193
204-206:202
208-227:206
229-234:227
236-245:234
249-254:247
192.228.3-19:343
21-25:361
28:368
40-43:372
47-48:378
50-53:380
57-60:1933
0.1.193:226`,
};
