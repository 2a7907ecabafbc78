/**
 * What ecCodes calls parameters, written by scripts/fixtures/grib_parameters.py and read by parameter-runs.ts.
 *
 * A record is `shortName|cfVarName|name|units|cfName|paramId`, without empty fields at its end; a record without `paramId` has the
 * one before it plus 1. `^t||temperature|K||235130` is four records: `avg_t` (Time-mean temperature, 235130), `max_t` (Time-maximum
 * temperature, 237130), `min_t` (Time-minimum temperature, 238130) and `std_t` (Time-standard-deviation temperature, 239130). `^|235130`
 * has name, title and units of the record before it, and `^` the identifier of the last such line plus 1.
 *
 * A line of a section is `numbers:record;conditions=offset;...`. `0.1.5-7:20+4` gives the numbers 0.1.5, 0.1.6 and 0.1.7 the
 * records 20, 24 and 28; a line without `0.1.` continues the one before it. Conditions are a first surface with its scaled value and
 * scale factor, a second one, a statistical process, and hours: `103@15e1,255@-/2*6`, where `-` is a missing value. `/0236=1` is four
 * entries: the record after the line's for process 0, the next one for 2, and so on. `%p3@1` is a probability of type 3 with a lower
 * limit of 1, `%w7@10,12` waves whose periods are an interval of type 7 with a lower and an upper limit. `#9` is a generating process,
 * `/n100` the statistical process 100.
 */

export const RECORDS = `strf||Stream function|m**2 s**-1
vp||Velocity potential|m**2 s**-1
pt||Potential temperature|K
^|235269
eqpt||Equivalent potential temperature|K
sept||Saturated equivalent potential temperature|K
ssfr||Soil sand fraction|(0 - 1)
scfr||Soil clay fraction|(0 - 1)
sro||Surface runoff|m
ssro||Sub-surface runoff|m
ws||Wind speed|m s**-1
^|235097
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
^|235080
sst||Sea surface temperature|K
^|235084
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
mx2t24||Maximum temperature at 2 metres in the last 24 hours|K|air_temperature
mx2t24||Maximum temperature at 2 metres in the last 24 hours|K||51
mn2t24||Minimum temperature at 2 metres in the last 24 hours|K|air_temperature
mn2t24||Minimum temperature at 2 metres in the last 24 hours|K||52
mont||Montgomery potential|m**2 s**-2
^|235286
pres||Pressure|Pa
^|235098
mean2t24||Mean temperature at 2 metres in the last 24 hours|K
mn2d24||Mean 2 metre dewpoint temperature in the last 24 hours|K
uvb||Surface downward UV radiation|J m**-2
par||Photosynthetically active radiation at the surface|J m**-2
cape||Convective available potential energy|J kg**-1
^|235287
pv||Potential vorticity|K m**2 kg**-1 s**-1
^|235100
obct||Observation count|~||62
stsktd||Start time for skin temperature difference|s
ftsktd||Finish time for skin temperature difference|s
sktd||Skin temperature difference|K
lai_lv||Leaf area index, low vegetation|m**2 m**-2
^|235085
lai_hv||Leaf area index, high vegetation|m**2 m**-2
^
msr_lv||Minimum stomatal resistance, low vegetation|s m**-1
msr_hv||Minimum stomatal resistance, high vegetation|s m**-1
bc_lv||Biome cover, low vegetation|(0 - 1)
bc_hv||Biome cover, high vegetation|(0 - 1)
issrd||Instantaneous surface solar radiation downwards|W m**-2
istrd||Instantaneous surface thermal radiation downwards|W m**-2
sdfor||Standard deviation of filtered subgrid orography (climatological)|m
crwc||Specific rain water content|kg kg**-1
^|235101
cswc||Specific snow water content|kg kg**-1
^
etadot||Eta-coordinate vertical velocity|s**-1
^
tclw||Total column cloud liquid water|kg m**-2
tciw||Total column cloud ice water|kg m**-2
^|235088
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
mx2t6||Maximum temperature at 2 metres in the last 6 hours|K|air_temperature
mx2t6||Maximum temperature at 2 metres in the last 6 hours|K||121
mn2t6||Minimum temperature at 2 metres in the last 6 hours|K|air_temperature
mn2t6||Minimum temperature at 2 metres in the last 6 hours|K||122
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
^|235136
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
^|235099
snr||Surface net radiation (SW and LW)|J m**-2
tnr||Top net radiation (SW and LW)|J m**-2
msl||Mean sea level pressure|Pa|air_pressure_at_mean_sea_level
lnsp||Logarithm of surface pressure|Numeric
^|235152
swhr||Short-wave heating rate|K
lwhr||Long-wave heating rate|K
d||Divergence|s**-1|divergence_of_wind
gh||Geopotential height|gpm|geopotential_height
r||Relative humidity|%|relative_humidity
tsp||Tendency of surface pressure|Pa s**-1|tendency_of_surface_air_pressure
blh||Boundary layer height|m
^|235159
sdor||Standard deviation of sub-gridscale orography|m
isor||Anisotropy of sub-gridscale orography|Numeric
anor||Angle of sub-gridscale orography|radians
slor||Slope of sub-gridscale orography|Numeric
tcc||Total cloud cover|(0 - 1)|cloud_area_fraction
10u|u10|10 metre U wind component|m s**-1|eastward_wind
10u|u10|10 metre U wind component|m s**-1||165
10v|v10|10 metre V wind component|m s**-1|northward_wind
10v|v10|10 metre V wind component|m s**-1||166
2t|t2m|2 metre temperature|K|air_temperature
2t|t2m|2 metre temperature|K||167
2d|d2m|2 metre dewpoint temperature|K
^|235168
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
mx2t||Maximum temperature at 2 metres since previous post-processing|K|air_temperature
mx2t||Maximum temperature at 2 metres since previous post-processing|K||201
mn2t||Minimum temperature at 2 metres since previous post-processing|K|air_temperature
mn2t||Minimum temperature at 2 metres since previous post-processing|K||202
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
^|235079
stl4||Soil temperature level 4|K
swl4||Soil wetness level 4|m
tsn||Temperature of snow layer|K|temperature_in_surface_snow
csf||Convective snowfall|m of water equivalent
lsf||Large-scale snowfall|m of water equivalent
acf||Accumulated cloud fraction tendency|(-1 to 1)
alw||Accumulated liquid water tendency|(-1 to 1)
fal||Forecast albedo|(0 - 1)
fsr||Forecast surface roughness|m
^|235244
flsr||Forecast logarithm of surface roughness for heat|Numeric
^
clwc||Specific cloud liquid water content|kg kg**-1
^
ciwc||Specific cloud ice water content|kg kg**-1
^
cc||Fraction of cloud cover|(0 - 1)
^
aiw||Accumulated ice water tendency|(-1 to 1)
ice||Ice age|(0 - 1)
atte||Adiabatic tendency of temperature|K
athe||Adiabatic tendency of humidity|kg kg**-1
atze||Adiabatic tendency of zonal wind|m s**-1
atmw||Adiabatic tendency of meridional wind|m s**-1
~|p255|Indicates a missing value|~
ptend||Pressure tendency|Pa s**-1||3003
icaht||ICAO Standard Atmosphere reference height|m||3005
h||Geometrical height above ground|m||3008
hstdv||Standard deviation of height|m
vptmp||Virtual potential temperature|K||3012
papt||Pseudo-adiabatic potential temperature|K||3014
tmax||Maximum temperature|K
tmin||Minimum temperature|K
dpt||Dew point temperature|K
depr||Dew point depression (or deficit)|K
lapr||Lapse rate|K m**-1
vis||Visibility|m
^|235105
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
^
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
^|235410
tthdp||Transient thermocline depth|m
mthd||Main thermocline depth|m
mtha||Main thermocline anomaly|m
ccc||Convective cloud cover|%|convective_cloud_area_fraction|3072
lcc||Low cloud cover|%
^|235108
mcc||Medium cloud cover|%
^
hcc||High cloud cover|%
^
bli||Best lifted index (to 500 hPa)|K||3077
lssf||Large scale snow|kg m**-2||3079
wtmp||Water temperature|K
dslm||Deviation of sea-level from mean|m||3082
ssw||Soil moisture content|kg m**-2||3086
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
tpg1||Total precipitation of at least 1 mm|%||131060
tpg5||Total precipitation of at least 5 mm|%
tpg10||Total precipitation of at least 10 mm|%
tpg20||Total precipitation of at least 20 mm|%
tpl01||Total precipitation less than 0.1 mm|%
tprl1||Total precipitation rate less than 1 mm/day|%
tprg3||Total precipitation rate of at least 3 mm/day|%
tprg5||Total precipitation rate of at least 5 mm/day|%
10spg10|sp10g10|10 metre Wind speed of at least 10 m/s|%
10spg15|sp10g15|10 metre Wind speed of at least 15 m/s|%
10fgg15|fg10g15|10 metre wind gust of at least 15 m/s|%
10fgg20|fg10g20|10 metre wind gust of at least 20 m/s|%
10fgg25|fg10g25|10 metre wind gust of at least 25 m/s|%
2tl273|t2l273|2 metre temperature less than 273.15 K|%|air_temperature
swhg2||Significant wave height of at least 2 m|%
swhg4||Significant wave height of at least 4 m|%
swhg6||Significant wave height of at least 6 m|%
swhg8||Significant wave height of at least 8 m|%
tpg40||Total precipitation of at least 40 mm|%||131082
tpg60||Total precipitation of at least 60 mm|%
tpg80||Total precipitation of at least 80 mm|%
tpg100||Total precipitation of at least 100 mm|%
tpg150||Total precipitation of at least 150 mm|%
tpg200||Total precipitation of at least 200 mm|%
tpg300||Total precipitation of at least 300 mm|%
pts||Probability of a tropical storm|%
ph||Probability of a hurricane|%
ptd||Probability of a tropical depression|%
tpg25||Total precipitation of at least 25 mm|%||131098
tpg50||Total precipitation of at least 50 mm|%
10fgg10|fg10g10|10 metre wind gust of at least 10 m/s|%
10cogug25|cogu10g25|10 metre convective gust of at least 25 m/s|m s**-1||131256
hlg2||Hail of at least 2 cm diameter|%
hlg5||Hail of at least 5 cm diameter|%
tsprb||Thunderstorm in vicinity (lightning-based)|%
ptsa_gt_1stdev||Probability of temperature standardized anomaly greater than 1 standard deviation|%|air_temperature|133093
ptsa_gt_1p5stdev||Probability of temperature standardized anomaly greater than 1.5 standard deviation|%|air_temperature
ptsa_gt_2stdev||Probability of temperature standardized anomaly greater than 2 standard deviation|%|air_temperature
ptsa_lt_1stdev||Probability of temperature standardized anomaly less than -1 standard deviation|%|air_temperature
ptsa_lt_1p5stdev||Probability of temperature standardized anomaly less than -1.5 standard deviation|%|air_temperature
ptsa_lt_2stdev||Probability of temperature standardized anomaly less than -2 standard deviation|%|air_temperature
wx1||Wave experimental parameter 1|~||140080
wx2||Wave experimental parameter 2|~
wx3||Wave experimental parameter 3|~
wx4||Wave experimental parameter 4|~
wx5||Wave experimental parameter 5|~
weta||Wave induced mean sea level correction|m||140098
^|141098
wraf||Ratio of wave angular and frequency width|Numeric
^
wnslc||Number of events in freak waves statistics|Numeric
^
utaua||U-component of atmospheric surface momentum flux|N m**-2
vtaua||V-component of atmospheric surface momentum flux|N m**-2
utauo||U-component of surface momentum flux into ocean|N m**-2
vtauo||V-component of surface momentum flux into ocean|N m**-2
wphio||Wave turbulent energy flux into ocean|W m**-2
^|141105
wdw1||Wave directional width of first swell partition|radians
^
wfw1||Wave frequency width of first swell partition|dimensionless
^
wdw2||Wave directional width of second swell partition|radians
^
wfw2||Wave frequency width of second swell partition|dimensionless
^
wdw3||Wave directional width of third swell partition|radians
^
wfw3||Wave frequency width of third swell partition|dimensionless
^
wefxm||Wave energy flux magnitude|W m**-1
^
wefxd||Wave energy flux mean direction|Degree true
^
h1012||Significant wave height of all waves with periods within the inclusive range from 10 to 12 seconds|m
h1214||Significant wave height of all waves with periods within the inclusive range from 12 to 14 seconds|m
h1417||Significant wave height of all waves with periods within the inclusive range from 14 to 17 seconds|m
h1721||Significant wave height of all waves with periods within the inclusive range from 17 to 21 seconds|m
h2125||Significant wave height of all waves with periods within the inclusive range from 21 to 25 seconds|m
h2530||Significant wave height of all waves with periods within the inclusive range from 25 to 30 seconds|m
sh10||Significant wave height of all waves with period larger than 10s|m
swh1||Significant wave height of first swell partition|m
^|141121
mwd1||Mean wave direction of first swell partition|degrees
^
mwp1||Mean wave period of first swell partition|s
^
swh2||Significant wave height of second swell partition|m
^
mwd2||Mean wave direction of second swell partition|degrees
^
mwp2||Mean wave period of second swell partition|s
^
swh3||Significant wave height of third swell partition|m
^
mwd3||Mean wave direction of third swell partition|degrees
^
mwp3||Mean wave period of third swell partition|s
^
tdcmax||Time domain maximum individual crest height|m||140131
^|141131
tdhmax||Time domain maximum individual wave height|m
^
stcmax||Space time maximum individual crest height|m
^
sthmax||Space time maximum individual wave height|m
^
pp1dw||Peak wave period of wind waves|s
^
pp1ds||Peak wave period of total swell|s
^
pp1d1||Peak wave period of first swell partition|s
^
pp1d2||Peak wave period of second swell partition|s
^
pp1d3||Peak wave period of third swell partition|s
^
pwd||Peak wave direction (total)|Degree true
^
pwdw||Peak wave direction of wind waves|Degree true
^
pwds||Peak wave direction of total swell|Degree true
^
pwd1||Peak wave direction of first swell partition|Degree true
^
pwd2||Peak wave direction of second swell partition|Degree true
^
pwd3||Peak wave direction of third swell partition|Degree true
^
wcfr||Whitecap fraction|Fraction
^
bfi2d||Benjamin-Feir index 2D|Numeric
ctc||Crest-trough correlation|Numeric
^|141148
xwrs||X component of the wave radiative stress to sea ice|N m**-2
ywrs||Y component of the wave radiative stress to sea ice|N m**-2
maxswh||Maximum of significant wave height|m||140200
wss||Wave Spectral Skewness|Numeric||140207
^|141207
wstar||Free convective velocity over the oceans|m s**-1
^
rhoao||Air density over the oceans|kg m**-3
^
mswsi||Mean square wave strain in sea ice|~
phiaw||Normalized energy flux into waves|Numeric
^|141211
phioc||Normalized energy flux into ocean|Numeric
^
tla||Turbulent Langmuir number|~
tauoc||Normalized stress into ocean|Numeric
^|141214
ust||U-component surface stokes drift|m s**-1
vst||V-component surface stokes drift|m s**-1
tmax||Period corresponding to maximum individual wave height|s
^|141217
hmax||Envelop-maximum individual wave height|m
^
wmb||Model bathymetry|m
mp1||Mean wave period based on first moment|s
^|141220
mp2||Mean zero-crossing wave period|s
^
wdw||Wave spectral directional width|radians
^
p1ww||Mean wave period based on first moment for wind waves|s
^
p2ww||Mean wave period based on second moment for wind waves|s
^
dwww||Wave spectral directional width for wind waves|radians
^
p1ps||Mean wave period based on first moment for swell|s
^
p2ps||Mean wave period based on second moment for swell|s
^
dwps||Wave spectral directional width for swell|radians
^
swh||Significant height of combined wind waves and swell|m
^
mwd||Mean wave direction|Degree true
^
pp1d||Peak wave period|s
^
mwp||Mean wave period|s
^
cdww||Coefficient of drag with waves|dimensionless
^
shww||Significant height of wind waves|m
^
mdww||Mean direction of wind waves|degrees
^
mpww||Mean period of wind waves|s
^
shts||Significant height of total swell|m
^
mdts||Mean direction of total swell|degrees
^
mpts||Mean period of total swell|s
^
sdhs||Standard deviation wave height|m
mu10||Mean of 10 metre wind speed|m s**-1
mdwi||Mean wind direction|degrees
sdu||Standard deviation of 10 metre wind speed|m s**-1
msqs||Mean square slope of waves|dimensionless
^|141244
wind||10 metre wind speed|m s**-1
^
awh||Altimeter wave height|m
acwh||Altimeter corrected wave height|m
arrc||Altimeter range relative correction|~
dwi||10 metre wind direction|degrees
^|141249
2dsp|d2sp|2D wave spectra (multiple)|m**2 s radian**-1
2dfd|d2fd|2D wave spectra (single)|m**2 s radian**-1
wsk||Wave spectral kurtosis|dimensionless
^|141252
bfi||Benjamin-Feir index|dimensionless
^
wsp||Wave spectral peakedness|dimensionless
^
~|p140255|Indicates a missing value|~
^utaua||U-component of atmospheric surface momentum flux|N m**-2||141101
^vtaua||V-component of atmospheric surface momentum flux|N m**-2
^utauo||U-component of surface momentum flux into ocean|N m**-2
^vtauo||V-component of surface momentum flux into ocean|N m**-2
^bfi2d||Benjamin-Feir index 2D|Numeric||141147
^xwrs||X component of the wave radiative stress to sea ice|N m**-2||141149
^ywrs||Y component of the wave radiative stress to sea ice|N m**-2
^ust||U-component surface stokes drift|m s**-1||141215
^vst||V-component surface stokes drift|m s**-1
mswt300m||Mean sea water temperature in the upper 300 m|K||151127
srcon||Skin reservoir content|kg m**-2||160198
^|235289
vegrea||Percentage of vegetation|%
viwgd||Total column vertically-integrated divergence of water geopotential flux|W m**-2||162031
^|235344
viee||Total column vertically-integrated eastward enthalpy flux|W m**-1
^|235346
vien||Total column vertically-integrated northward enthalpy flux|W m**-1
^
vied||Total column vertically-integrated divergence of enthalpy flux|W m**-2
^|235352
viwed||Total column vertically-integrated divergence of water enthalpy flux|W m**-2
^|235355
viwvd||Total column vertically-integrated divergence of water vapour flux|kg m**-2 s**-1
viclwd||Total column vertically-integrated divergence of cloud liquid water flux|kg m**-2 s**-1
viciwd||Total column vertically-integrated divergence of cloud ice water flux|kg m**-2 s**-1
vird||Total column vertically-integrated divergence of rain flux|kg m**-2 s**-1
visd||Total column vertically-integrated divergence of snow flux|kg m**-2 s**-1
viclwe||Total column vertically-integrated eastward cloud liquid water flux|kg m**-1 s**-1
viclwn||Total column vertically-integrated northward cloud liquid water flux|kg m**-1 s**-1
viciwe||Total column vertically-integrated eastward cloud ice water flux|kg m**-1 s**-1
viciwn||Total column vertically-integrated northward cloud ice water flux|kg m**-1 s**-1
vire||Total column vertically-integrated eastward rain flux|kg m**-1 s**-1||162046
virn||Total column vertically-integrated northward rain flux|kg m**-1 s**-1
vise||Total column vertically-integrated eastward snow flux|kg m**-1 s**-1
visn||Total column vertically-integrated northward snow flux|kg m**-1 s**-1
vima||Total column vertically-integrated mass of atmosphere|kg m**-2||162053
vike||Total column vertically-integrated kinetic energy|J m**-2||162059
^|235291
vithe||Total column vertically-integrated enthalpy|J m**-2
^
vipie||Total column vertically-integrated potential + internal energy|J m**-2
^
vipile||Total column vertically-integrated potential+internal+latent energy|J m**-2
vitoe||Total column vertically-integrated total energy|J m**-2
^|235295
vimae||Total column vertically-integrated eastward mass flux|kg m**-1 s**-1||162065
viman||Total column vertically-integrated northward mass flux|kg m**-1 s**-1
vikee||Total column vertically-integrated eastward kinetic energy flux|W m**-1
^|235348
viken||Total column vertically-integrated northward kinetic energy flux|W m**-1
^
vithee||Total column vertically-integrated eastward heat flux|W m**-1
vithen||Total column vertically-integrated northward heat flux|W m**-1
viwve||Total column vertically-integrated eastward water vapour flux|kg m**-1 s**-1
viwvn||Total column vertically-integrated northward water vapour flux|kg m**-1 s**-1
vige||Total column vertically-integrated eastward geopotential flux|W m**-1
^|235342
vign||Total column vertically-integrated northward geopotential flux|W m**-1
^
vitee||Total column vertically-integrated eastward total energy flux|W m**-1
^|235350
viten||Total column vertically-integrated northward total energy flux|W m**-1
^
vimad||Total column vertically-integrated divergence of mass flux|kg m**-2 s**-1||162081
viked||Total column vertically-integrated divergence of kinetic energy flux|W m**-2
^|235353
vimdf||Total column vertically-integrated moisture divergence flux|kg m**-2 s**-1||162084
vigd||Total column vertically-integrated divergence of geopotential flux|W m**-2
^|235345
vited||Total column vertically-integrated divergence of total energy flux|W m**-2
^|235354
viwe||Total column vertically-integrated water enthalpy|J m**-2||162093
^|235296
srta||Time-integrated temperature tendency due to short-wave radiation|K||162100
trta||Time-integrated temperature tendency due to long-wave radiation|K
srtca||Time-integrated temperature tendency due to short wave radiation, clear sky|K
trtca||Time-integrated temperature tendency due to long-wave radiation, clear sky|K
umfa||Time-integrated updraught mass flux|kg m**-2
dmfa||Time-integrated downdraught mass flux|kg m**-2
udra||Time-integrated updraught detrainment rate|kg m**-3
ddra||Time-integrated downdraught detrainment rate|kg m**-3
tpfa||Time-integrated total precipitation flux|kg m**-2
tdcha||Time-integrated turbulent diffusion coefficient for heat|m**2
ttpha||Time-integrated temperature tendency due to parametrisations|K
qtpha||Time-integrated specific humidity tendency due to parametrisations|kg kg**-1
utpha||Time-integrated eastward wind tendency due to parametrisations|m s**-1
vtpha||Time-integrated northward wind tendency due to parametrisations|m s**-1
ttswr||Temperature tendency due to short-wave radiation|K s**-1||162150
^|235001
ttlwr||Temperature tendency due to long-wave radiation|K s**-1
^
ttswrcs||Temperature tendency due to short-wave radiation, clear sky|K s**-1
ttlwrcs||Temperature tendency due to long-wave radiation, clear sky|K s**-1
^|235004
umf||Updraught mass flux|kg m**-2 s**-1
^|235009
dmf||Downdraught mass flux|kg m**-2 s**-1
^
udr||Updraught detrainment rate|kg m**-3 s**-1
^
ddr||Downdraught detrainment rate|kg m**-3 s**-1
^
tpf||Total precipitation flux|kg m**-2 s**-1
^
tdch||Turbulent diffusion coefficient for heat|m**2 s**-1
^
ttpm||Temperature tendency due to parametrisations|K s**-1
^|235005
qtpm||Specific humidity tendency due to parametrisations|kg kg**-1 s**-1
^
utpm||Eastward wind tendency due to parametrisations|m s**-2
^
vtpm||Northward wind tendency due to parametrisations|m s**-2
^
msror||Time-mean surface runoff rate|m s**-1||172008
mssror||Time-mean sub-surface runoff rate|m s**-1
mlsprt||Time-mean large-scale precipitation rate|m s**-1||172142
cprate||Time-mean convective precipitation rate|m s**-1
mtsfr||Time-mean total snowfall rate|m of water equivalent s**-1
erate||Time-mean evaporation rate|m of water equivalent s**-1||172182
mrort||Time-mean runoff rate|m s**-1||172205
tprate||Time-mean total precipitation rate|m s**-1||172228
sro||Surface runoff|kg m**-2||174008
2sh|sh2|2 metre specific humidity|kg kg**-1|specific_humidity|174096
injh||Injection height (from IS4FIRES)|m||210060
frpfire||Wildfire radiative power density|W m**-2||210099
crfire||Wildfire combustion rate|kg m**-2 s**-1
mami||Mean height of maximum injection|m||210119
apt||Plume top height above surface|m
aluvpi||UV visible albedo for direct radiation, isotropic component (climatological)|(0 - 1)||210186
aluvpv||UV visible albedo for direct radiation, volumetric component (climatological)|(0 - 1)
aluvpg||UV visible albedo for direct radiation, geometric component (climatological)|(0 - 1)
alnipi||Near IR albedo for direct radiation, isotropic component (climatological)|(0 - 1)
alnipv||Near IR albedo for direct radiation, volumetric component (climatological)|(0 - 1)
alnipg||Near IR albedo for direct radiation, geometric component (climatological)|(0 - 1)
aluvd_p||UV visible albedo for diffuse radiation (climatological)|%||210198
aluvp_p||UV visible albedo for direct radiation (climatological)|%
aluvpg_p||UV visible albedo for direct radiation, geometric component (climatological)|%
aluvpi_p||UV visible albedo for direct radiation, isotropic component (climatological)|%
aluvpv_p||UV visible albedo for direct radiation, volumetric component (climatological)|%
apb||Plume bottom height above surface|m||210242
alnid_p||Near IR albedo for diffuse radiation (climatological)|%||210260
^|235284
alnip_p||Near IR albedo for direct radiation (climatological)|%
^|235283
alnipg_p||Near IR albedo for direct radiation, geometric component (climatological)|%
^|235302
alnipi_p||Near IR albedo for direct radiation, isotropic component (climatological)|%
^|235300
alnipv_p||Near IR albedo for direct radiation, volumetric component (climatological)|%
^
cossza||Cosine of solar zenith angle|Numeric||214001
^|235340
uvbed||UV biologically effective dose|~
uvbedcs||UV biologically effective dose clear-sky|~
cin||Convective inhibition|J kg**-1||228001
^|235303
orog||Orography|m|geopotential_height
orog||Orography|m||228002
zust||Friction velocity|m s**-1
^
avg_2t||Time-mean 2 metre temperature|K|air_temperature
avg_2t||Time-mean 2 metre temperature|K||228004
avg_10ws||Time-mean 10 metre wind speed|m s**-1
meantcc||Mean total cloud cover|(0 - 1)|cloud_area_fraction
meantcc||Mean total cloud cover|(0 - 1)||228006
dl||Lake total depth|m
lmlt||Lake mix-layer temperature|K
^|235090
lmld||Lake mix-layer depth|m
^
lblt||Lake bottom temperature|K
^|235305
ltlt||Lake total layer temperature|K
^
lshf||Lake shape factor|dimensionless
^
lict||Lake ice surface temperature|K
^
licd||Lake ice total depth|m
^
dndzn||Minimum vertical gradient of refractivity inside trapping layer|m**-1
^
dndza||Mean vertical gradient of refractivity inside trapping layer|m**-1
^
dctb||Duct base height|m
^
tplb||Trapping layer base height|m
^
tplt||Trapping layer top height|m
^
degm10l||Geometric height of -10 degrees C atmospheric isothermal level above ground|m
^
fdir||Surface direct short-wave (solar) radiation|J m**-2
cdir||Surface direct short-wave radiation, clear sky|J m**-2
cbh||Cloud base height|m
^
deg0l||Geometric height of 0 degrees C atmospheric isothermal level above ground|m
^
hvis||Horizontal visibility|m
mx2t3||Maximum temperature at 2 metres in the last 3 hours|K|air_temperature
mx2t3||Maximum temperature at 2 metres in the last 3 hours|K||228026
mn2t3||Minimum temperature at 2 metres in the last 3 hours|K|air_temperature
mn2t3||Minimum temperature at 2 metres in the last 3 hours|K||228027
10fg3|fg10_3|Maximum 10 metre wind gust in the last 3 hours|m s**-1
i10fg||Instantaneous 10 metre wind gust|m s**-1
rhw||Relative humidity with respect to water|%
^|235319
rhi||Relative humidity with respect to ice|%
asn||Snow albedo|%
^|235285
fcpc||Fraction of convective precipitation cover|Proportion||228034
mxcape6||Maximum CAPE in the last 6 hours|J kg**-1
mxcapes6||Maximum CAPES in the last 6 hours|m**2 s**-2
2rhw|rhw2|2 metre relative humidity with respect to water|%
^|235320
lwcs||Liquid water content in snow pack|kg m**-2
^|235406
sm||Soil moisture|kg m**-3
swi1||Soil wetness index in layer 1|dimensionless
swi2||Soil wetness index in layer 2|dimensionless
swi3||Soil wetness index in layer 3|dimensionless
swi4||Soil wetness index in layer 4|dimensionless
capes||Convective available potential energy shear|m**2 s**-2
^|235321
trpp||Tropopause pressure|Pa
^
hcct||Height of convective cloud top|m
^
hwbt0||Height of zero-degree wet-bulb temperature|m
^
hwbt1||Height of one-degree wet-bulb temperature|m
^
litoti||Instantaneous total lightning flash density|km**-2 day**-1||228050
litota1||Averaged total lightning flash density in the last hour|km**-2 day**-1
licgi||Instantaneous cloud-to-ground lightning flash density|km**-2 day**-1
licga1||Averaged cloud-to-ground lightning flash density in the last hour|km**-2 day**-1
ucq||Unbalanced component of specific humidity|kg kg**-1
ucclwc||Unbalanced component of specific cloud liquid water content|kg kg**-1
ucciwc||Unbalanced component of specific cloud ice water content|kg kg**-1
litota3||Averaged total lightning flash density in the last 3 hours|km**-2 day**-1
litota6||Averaged total lightning flash density in the last 6 hours|km**-2 day**-1
licga3||Averaged cloud-to-ground lightning flash density in the last 3 hours|km**-2 day**-1
licga6||Averaged cloud-to-ground lightning flash density in the last 6 hours|km**-2 day**-1
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
sm20||Soil moisture top 20 cm|kg m**-3
sm100||Soil moisture top 100 cm|kg m**-3
tcslw||Total column supercooled liquid water|kg m**-2
^|235327
tcrw||Total column rain water|kg m**-2
^|235111
tcsw||Total column snow water|kg m**-2
^|235107
ccf||Canopy cover fraction|(0 - 1)
stf||Soil texture fraction|(0 - 1)
swv||Volumetric soil moisture|m**3 m**-3
ist||Ice temperature|K
st20||Soil temperature top 20 cm|K
st100||Soil temperature top 100 cm|K
ssrdc||Surface short-wave (solar) radiation downward clear-sky|J m**-2||228129
strdc||Surface long-wave (thermal) radiation downward clear-sky|J m**-2
u10n||10 metre u-component of neutral wind|m s**-1
v10n||10 metre v-component of neutral wind|m s**-1
vtnowd||V-tendency from non-orographic wave drag|m s**-2||228134
utnowd||U-tendency from non-orographic wave drag|m s**-2||228136
st||Soil temperature|K||228139
sd||Snow depth water equivalent|kg m**-2||228141
^|235078
cp||Convective precipitation|kg m**-2||228143
sf||Snowfall water equivalent|kg m**-2
tcc||Total Cloud Cover|%||228164
cap||Field capacity|kg m**-3||228170
wilt||Wilting point|kg m**-3
ro||Water runoff and drainage|kg m**-2||228205
fzra||Accumulated freezing rain|m||228216
ilspf||Instantaneous large-scale precipitation fraction|Proportion
crr||Convective rain rate|kg m**-2 s**-1
^|235330
lsrr||Large scale rain rate|kg m**-2 s**-1
^
csfr||Convective snowfall rate water equivalent|kg m**-2 s**-1
^|235056
lssfr||Large scale snowfall rate water equivalent|kg m**-2 s**-1
^
mxtpr3||Maximum total precipitation rate in the last 3 hours|kg m**-2 s**-1
mntpr3||Minimum total precipitation rate in the last 3 hours|kg m**-2 s**-1
mxtpr6||Maximum total precipitation rate in the last 6 hours|kg m**-2 s**-1
mntpr6||Minimum total precipitation rate in the last 6 hours|kg m**-2 s**-1
mxtpr||Maximum total precipitation rate since previous post-processing|kg m**-2 s**-1
mntpr||Minimum total precipitation rate since previous post-processing|kg m**-2 s**-1
tp||Total Precipitation|kg m**-2
smos_tb_cdfa||SMOS first Brightness Temperature Bias Correction parameter|K
smos_tb_cdfb||SMOS second Brightness Temperature Bias Correction parameter|dimensionless
mlcape50||Mixed-layer CAPE in the lowest 50 hPa|J kg**-1
^|235332
mlcin50||Mixed-layer CIN in the lowest 50 hPa|J kg**-1
^
mlcape100||Mixed-layer CAPE in the lowest 100 hPa|J kg**-1
^
mlcin100||Mixed-layer CIN in the lowest 100 hPa|J kg**-1
^
mucape||Most-unstable CAPE|J kg**-1
^|235117
mucin||Most-unstable CIN|J kg**-1
^|235407
mudlp||Departure level of the most unstable parcel expressed as Pressure|Pa
^|235336
200u|u200|200 metre U wind component|m s**-1|eastward_wind|228239
200u|u200|200 metre U wind component|m s**-1||228239
200v|v200|200 metre V wind component|m s**-1|northward_wind
200v|v200|200 metre V wind component|m s**-1||228240
200si|si200|200 metre wind speed|m s**-1
fdif||Surface solar radiation diffuse total sky|J m**-2
cdif||Surface solar radiation diffuse clear-sky|J m**-2
aldr||Surface albedo of direct radiation|(0 - 1)
aldf||Surface albedo of diffuse radiation|(0 - 1)
100u|u100|100 metre U wind component|m s**-1|eastward_wind
100u|u100|100 metre U wind component|m s**-1||228246
100v|v100|100 metre V wind component|m s**-1|northward_wind
100v|v100|100 metre V wind component|m s**-1||228247
100si|si100|100 metre wind speed|m s**-1||228249
irrfr||Irrigation fraction|Proportion
pev||Potential evaporation|m
irr||Irrigation|m
ascat_sm_cdfa||ASCAT first soil moisture CDF matching parameter|m**3 m**-3
ascat_sm_cdfb||ASCAT second soil moisture CDF matching parameter|dimensionless
cur||Urban cover|(0 - 1)||229001
^|235411
cro||Road Cover|(0 - 1)
cbu||Building cover|(0 - 1)
bldh||Building height|m
hwr||Vertical-to-horizontal area ratio|m**2 m**-2
bhstd||Standard deviation of building height|m
cwe||Wetland cover|(0 - 1)
twe||Wetland type|(Code table 4.239)
cirr||Irrigation cover|(0 - 1)
c4cr||C4 crop cover|(0 - 1)
c4gr||C4 grass cover|(0 - 1)
fzrawe||Accumulated freezing rain water equivalent|kg m**-2||231001
rowe||Runoff water equivalent (surface plus subsurface)|kg m**-2
eswe||Snow evaporation water equivalent|kg m**-2
pevr||Potential evaporation rate|kg m**-2 s**-1
^|235070
peva||Potential evaporation|kg m**-2
tifr||Tile fraction|Proportion
tipe||Tile percentage|%
flsrm||Forecast logarithm of surface roughness length for moisture|Numeric
surfror||Surface runoff rate|kg m**-2 s**-1
surfro||Surface runoff|kg m**-2
ssurfror||Sub-surface runoff rate|kg m**-2 s**-1
ssurfro||Sub-surface runoff|kg m**-2
rfl04||Reflectance in 0.4 micron channel|%
vdiv||Vertical divergence|s**-1
dtc||Drag thermal coefficient|Numeric
dec||Drag evaporation coefficient|Numeric
pdhs||Pressure departure from hydrostatic state|Pa
snrf||Surface net radiation flux (SW and LW)|W m**-2
tnrf||Top net radiation flux (SW and LW)|W m**-2
gits||Global irradiance on tilted surfaces|W m**-2||231021
eagr||Eady growth rate|day**-1
tdtc||Tropical cyclones track density|Numeric
cant||Canopy air temperature|K
swit||Soil wetness index (total layer)|Numeric
swir||Soil wetness index (root zone)|Numeric
swil||Soil wetness index (layer)|Numeric
ddrf||Distance downward from roof surface|m
diws||Distance inward from outer wall surface|m
ddrd||Distance downward from road surface|m
rpc||Renewable power capacity|W
rppr||Renewable power production rate|W
rpp||Renewable power production|W s
wpc||Wind power capacity|W
wppr||Wind power production rate|W
wpp||Wind power production|W s
pvpc||Solar photovoltaic (PV) power capacity|W
pvppr||Solar photovoltaic (PV) power production rate|W
pvpp||Solar photovoltaic (PV) power production|W s
tgrp||Graupel (snow pellets) precipitation|kg m**-2
litotint||Time-integrated total lightning flash density|km**-2
pcdb||Pressure at cloud base|Pa||231045
hacg||Geometric height of adiabatic condensation level above ground|m
hfcg||Geometric height of free convection level above ground|m
hnbg||Geometric height of neutral buoyancy level above ground|m
deg3l||Geometric height of 3 degrees C atmospheric isothermal level above ground|m
^|235397
rft||Roof temperature|K|air_temperature
wlt||Wall temperature|K|air_temperature
rdt||Road temperature|K|air_temperature
sdrf||Snow depth water equivalent on roof|kg m**-2
sdrd||Snow depth water equivalent on road|kg m**-2
urct||Urban canyon temperature|K|air_temperature
urcq||Urban canyon specific humidity|kg kg**-1|specific_humidity
csfwe||Convective snowfall water equivalent|kg m**-2
lsfwe||Large-scale snowfall water equivalent|kg m**-2
lslt||Lake surface temperature|K
sbrn||Surface bulk Richardson number|Numeric
srhe||Surface roughness for heat|m||231063
^|235395
srmo||Surface roughness for moisture|m
esrwe||Snow evaporation rate water equivalent|kg m**-2 s**-1
rare||Radar reflectivity|dB
pcdc||Pressure at cloud ceiling|Pa
visp||Visibility through precipitation|m
h0thg||Geometric height of 0 degrees C theta level above ground|m
^|235390
h1thg||Geometric height of 1 degree C theta level above ground|m
^
h1p5thg||Geometric height of 1.5 degrees C theta level above ground|m
^
vswrz||Volumetric soil moisture (root zone)|m**3 m**-3
^|235405
tcvmrpr||Total column vertical-maximum radar precipitation rate|kg m**-2 s**-1
tcvmrr||Total column vertical-maximum radar reflectivity|dB
hits||Thunderstorm hazard index|(Code table 4.253)||231500
hiswf||Surface water flooding hazard index|(Code table 4.253)
hipa||Polluted air hazard index|(Code table 4.253)
hiss||Storm surge hazard index|(Code table 4.253)
hicw||Cold wave hazard index|(Code table 4.253)
hihf||Frost (hoar frost) hazard index|(Code table 4.253)
hihw||Heatwave hazard index|(Code table 4.253)
hiw||Wind hazard index|(Code table 4.253)
hiwf||Wildfires hazard index|(Code table 4.253)
fba||Burned area|%||232000
bia||Burning area|%
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
tvige||Time-integrated total column vertically-integrated eastward geopotential flux|J m**-1||233000
tvign||Time-integrated total column vertically-integrated northward geopotential flux|J m**-1
tviwgd||Time-integrated total column vertically-integrated divergence of water geopotential flux|J m**-2
tvigd||Time-integrated total column vertically-integrated divergence of geopotential flux|J m**-2
tviee||Time-integrated total column vertically-integrated eastward enthalpy flux|J m**-1
tvien||Time-integrated total column vertically-integrated northward enthalpy flux|J m**-1
tvikee||Time-integrated total column vertically-integrated eastward kinetic energy flux|J m**-1
tviken||Time-integrated total column vertically-integrated northward kinetic energy flux|J m**-1
tvitee||Time-integrated total column vertically-integrated eastward total energy flux|J m**-1
tviten||Time-integrated total column vertically-integrated northward total energy flux|J m**-1
tvied||Time-integrated total column vertically-integrated divergence of enthalpy flux|J m**-2
tviked||Time-integrated total column vertically-integrated divergence of kinetic energy flux|J m**-2
tvited||Time-integrated total column vertically-integrated divergence of total energy flux|J m**-2
tviwed||Time-integrated total column vertically-integrated divergence of water enthalpy flux|J m**-2
tvimad||Time-integrated total column vertically-integrated divergence of mass flux|kg m**-2
tvimae||Time-integrated total column vertically-integrated eastward mass flux|kg m**-1
tviman||Time-integrated total column vertically-integrated northward mass flux|kg m**-1
tviwvd||Time-integrated total column vertically-integrated divergence of water vapour flux|kg m**-2
tviclwd||Time-integrated total column vertically-integrated divergence of cloud liquid water flux|kg m**-2
tviciwd||Time-integrated total column vertically-integrated divergence of cloud ice water flux|kg m**-2
tvird||Time-integrated total column vertically-integrated divergence of rain flux|kg m**-2
tvisd||Time-integrated total column vertically-integrated divergence of snow flux|kg m**-2
tviwve||Time-integrated total column vertically-integrated eastward water vapour flux|kg m**-1
tviwvn||Time-integrated total column vertically-integrated northward water vapour flux|kg m**-1
tviclwe||Time-integrated total column vertically-integrated eastward cloud liquid water flux|kg m**-1
tviclwn||Time-integrated total column vertically-integrated northward cloud liquid water flux|kg m**-1
tviciwe||Time-integrated total column vertically-integrated eastward cloud ice water flux|kg m**-1
tviciwn||Time-integrated total column vertically-integrated northward cloud ice water flux|kg m**-1
tvire||Time-integrated total column vertically-integrated eastward rain flux|kg m**-1
tvirn||Time-integrated total column vertically-integrated northward rain flux|kg m**-1
tvise||Time-integrated total column vertically-integrated eastward snow flux|kg m**-1
tvisn||Time-integrated total column vertically-integrated northward snow flux|kg m**-1
^ttswrcs||temperature tendency due to short wave radiation, clear sky|K s**-1||235003
tirf||Time integral of rain flux|kg m**-2||235015
tisemf||Time integral of surface eastward momentum flux|N m**-2 s||235017
tisnmf||Time integral of surface northward momentum flux|N m**-2 s
tislhef||Time integral of surface latent heat evaporation flux|J m**-2
avg_surfror||Time-mean surface runoff rate|kg m**-2 s**-1
avg_ssurfror||Time-mean sub-surface runoff rate|kg m**-2 s**-1
avg_esrwe||Time-mean snow evaporation rate water equivalent|kg m**-2 s**-1||235023
avg_smr||Time-mean snow melt rate|kg m**-2 s**-1
^imagss||magnitude of turbulent surface stress|N m**-2||235025
^ilspf||large-scale precipitation fraction|Proportion
^lsprate||large-scale precipitation rate|kg m**-2 s**-1||235029
avg_tsrwe||Time-mean total snowfall rate water equivalent|kg m**-2 s**-1||235031
^ibld||boundary layer dissipation|W m**-2||235032
^ishf||surface sensible heat flux|W m**-2
^slhtf||surface latent heat flux|W m**-2
^iews||eastward turbulent surface stress|N m**-2||235041
^inss||northward turbulent surface stress|N m**-2
avg_ie||Time-mean moisture flux|kg m**-2 s**-1||235043
avg_sdf||Time-mean sunshine duration fraction|Proportion
^iegwss||eastward gravity wave surface stress|N m**-2||235045
^ingwss||northward gravity wave surface stress|N m**-2
^igwd||gravity wave dissipation|W m**-2
avg_rorwe||Time-mean runoff rate water equivalent (surface plus subsurface)|kg m**-2 s**-1||235048
avg_tdswrf||Time mean top downward short-wave radiation flux|W m**-2||235053
avg_vimdf||Time-mean total column vertically-integrated moisture divergence flux|kg m**-2 s**-1
msdfswrf||Mean surface diffuse short-wave radiation flux|W m**-2||235060
tislhsf||Time integral of surface latent heat sublimation flux|J m**-2||235071
tisef||Time integral of snow evaporation flux|kg m**-2
tietrf||Time integral of evapotranspiration flux|kg m**-2
avg_etr||Time-mean evapotranspiration rate|kg m**-2 s**-1
tipet||Time integral of potential evapotranspiration rate|kg m**-2
avg_petr||Time-mean potential evapotranspiration rate|kg m**-2 s**-1
avg_cvl||Time-mean low vegetation cover|(0 - 1)||235081
avg_cvh||Time-mean high vegetation cover|(0 - 1)
avg_ci||Time-mean sea ice area fraction|(0 - 1)|sea_ice_area_fraction
avg_tclw||Time-mean total column liquid water|kg m**-2||235087
avg_2sh||Time-mean 2 metre specific humidity|kg kg**-1|specific_humidity|235089
avg_2r||Time-mean 2 metre relative humidity|%|relative_humidity|235092
avg_sm20||Time-mean soil moisture top 20 cm|kg m**-3||235113
avg_sm100||Time-mean soil moisture top 100 cm|kg m**-3
avg_st20||Time-mean soil temperature top 20 cm|K
avg_st100||Time-mean soil temperature top 100 cm|K
avg_vsw20||Time-mean volumetric soil moisture top 20 cm|m**3 m**-3||235118
avg_vsw100||Time-mean volumetric soil moisture top 100 cm|m**3 m**-3
avg_z||Time-mean geopotential|m**2 s**-2|geopotential|235129
avg_t||Time-mean temperature|K|air_temperature
avg_u||Time-mean U component of wind|m s**-1|eastward_wind
avg_v||Time-mean V component of wind|m s**-1|northward_wind
avg_q||Time-mean specific humidity|kg kg**-1|specific_humidity
avg_sp||Time-mean surface pressure|Pa|surface_air_pressure
avg_w||Time-mean vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure
avg_tcwv||Time-mean total column vertically-integrated water vapour|kg m**-2|lwe_thickness_of_atmosphere_mass_content_of_water_vapor|235137
avg_vo||Time-mean vorticity (relative)|s**-1|atmosphere_relative_vorticity
avg_sd_m||Time-mean snow depth|m of water equivalent|lwe_thickness_of_surface_snow_amount|235141
avg_snrf||Time-mean surface net radiation flux (SW and LW)|W m**-2||235149
avg_tnrf||Time-mean top net radiation flux (SW and LW)|W m**-2
avg_msl||Time-mean mean sea level pressure|Pa|air_pressure_at_mean_sea_level
avg_d||Time-mean divergence|s**-1|divergence_of_wind|235155
avg_r||Time-mean relative humidity|%|relative_humidity|235157
avg_10u||Time-mean 10 metre U wind component|m s**-1|eastward_wind|235165
avg_10v||Time-mean 10 metre V wind component|m s**-1|northward_wind
avg_lcc_frac||Time-mean low cloud cover|(0 - 1)||235186
avg_mcc_frac||Time-mean medium cloud cover|(0 - 1)
avg_hcc_frac||Time-mean high cloud cover|(0 - 1)
avg_o3||Time-mean ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air|235203
avg_tsn||Time-mean temperature of snow layer|K|temperature_in_surface_snow|235238
avg_fal_frac||Time-mean forecast albedo|(0 - 1)||235243
avg_kx||Time-mean K index|K||235257
avg_al||Time-mean forecast albedo|%|surface_albedo|235263
avg_dis||Time-mean discharge from rivers or streams|m**3 s**-1||235270
avg_swit||Time-mean soil wetness index (total layer)|Numeric
avg_swir||Time-mean soil wetness index (root zone)|Numeric
avg_swil||Time-mean soil wetness index(layer)|Numeric
avg_flddep||Time-mean floodplain depth|m
avg_fldffr||Time-mean floodplain flooded fraction|Proportion
avg_fldfar||Time-mean floodplain flooded area|m**2
avg_rivfr||Time-mean river fraction|Proportion
avg_rivar||Time-mean river area|m**2
avg_rivcffr||Time-mean fraction of river coverage plus river related flooding|Proportion
avg_rivcfar||Time-mean area of river coverage plus river related flooding|m**2
^aluvp_p||UV visible albedo for direct radiation (climatological)|%||235281
^aluvd_p||UV visible albedo for diffuse radiation (climatological)|%
^tcc||total cloud cover|%||235288
avg_vipile||Time-mean total column vertically-integrated potential+internal+latent energy|J m**-2||235294
^aluvpi_p||UV visible albedo for direct radiation, isotropic component (climatological)|%||235297
^aluvpv_p||UV visible albedo for direct radiation, volumetric component (climatological)|%
^aluvpg_p||UV visible albedo for direct radiation, geometric component (climatological)|%
avg_i10fg||Time-mean 10 metre wind gust|m s**-1||235318
^litoti||total lightning flash density|km**-2 day**-1||235326
^u10n||10 metre U-component of neutral wind|m s**-1||235328
^v10n||10 metre V-component of neutral wind|m s**-1
avg_sdirnswrf||Time-mean surface direct normal short-wave radiation flux|W m**-2||235339
avg_fprate||Time-mean freezing rain precipitation rate|kg m**-2 s**-1||235341
avg_vimad||Time-mean total column vertically-integrated divergence of mass flux|kg m**-2 s**-1||235356
avg_vimae||Time-mean total column vertically-integrated eastward mass flux|kg m**-1 s**-1
avg_viman||Time-mean total column vertically-integrated northward mass flux|kg m**-1 s**-1
avg_viwvd||Time-mean total column vertically-integrated divergence of water vapour flux|kg m**-2 s**-1
avg_viclwd||Time-mean total column vertically-integrated divergence of cloud liquid water flux|kg m**-2 s**-1
avg_viciwd||Time-mean total column vertically-integrated divergence of cloud ice water flux|kg m**-2 s**-1
avg_vird||Time-mean total column vertically-integrated divergence of rain flux|kg m**-2 s**-1
avg_visd||Time-mean total column vertically-integrated divergence of snow flux|kg m**-2 s**-1
avg_viwve||Time-mean total column vertically-integrated eastward water vapour flux|kg m**-1 s**-1
avg_viwvn||Time-mean total column vertically-integrated northward water vapour flux|kg m**-1 s**-1
avg_viclwe||Time-mean total column vertically-integrated eastward cloud liquid water flux|kg m**-1 s**-1
avg_viclwn||Time-mean total column vertically-integrated northward cloud liquid water flux|kg m**-1 s**-1
avg_viciwe||Time-mean total column vertically-integrated eastward cloud ice water flux|kg m**-1 s**-1
avg_viciwn||Time-mean total column vertically-integrated northward cloud ice water flux|kg m**-1 s**-1
avg_vire||Time-mean total column vertically-integrated eastward rain flux|kg m**-1 s**-1
avg_virn||Time-mean total column vertically-integrated northward rain flux|kg m**-1 s**-1
avg_vise||Time-mean total column vertically-integrated eastward snow flux|kg m**-1 s**-1
avg_visn||Time-mean total column vertically-integrated northward snow flux|kg m**-1 s**-1
^ietssofd||eastward turbulent surface stress due to orographic form drag|N m**-2||235378
^intssofd||northward turbulent surface stress due to orographic form drag|N m**-2
^ietsssr||eastward turbulent surface stress due to surface roughness|N m**-2
^intsssr||northward turbulent surface stress due to surface roughness|N m**-2
avg_visp||Time-mean visibility through precipitation|m||235382
^licgi||cloud-to-ground lightning flash density|km**-2 day**-1||235383
^lai||leaf area index|Numeric||235394
^rol||Reciprocal Obukhov length|m**-1||235396
avg_rivsto||Time-mean river storage of water|m**3||235398
avg_fldsto||Time-mean floodplain storage of water|m**3
avg_rivdph||Time-mean river depth|m
avg_rivout||Time-mean river outflow of water|m**3 s**-1
avg_fldout||Time-mean floodplain outflow of water|m**3 s**-1
avg_pthflw||Time-mean floodpath outflow of water|m**3 s**-1
avg_wse||Time-mean water surface elevation|m||235412
avg_grfr||Time-mean groundwater return flow rate|m**3 s**-1
avg_rivfldsto||Time-mean river and floodplain storage|m**3
avg_darv||Time-mean depth-averaged river velocity|m s**-1
^ws10thr||Wind speed threshold for wind erosion|m s**-1||235416
acc_lshnf||Time-integrated land surface heat net flux|J m**-2||236386
acc_sdirnswrfcs||Time-integrated surface direct normal short-wave radiation flux, clear sky|J m**-2
max_esrwe||Time-maximum snow evaporation rate water equivalent|kg m**-2 s**-1||237023
max_smr||Time-maximum snow melt rate|kg m**-2 s**-1
max_tsrwe||Time-maximum total snowfall rate water equivalent|kg m**-2 s**-1||237031
max_ie||Time-maximum moisture flux|kg m**-2 s**-1||237043
max_rorwe||Time-maximum runoff rate water equivalent (surface plus subsurface)|kg m**-2 s**-1||237048
max_tdswrf||Time mean top downward short-wave radiation flux|W m**-2||237053
max_vimdf||Time-maximum total column vertically-integrated moisture divergence flux|kg m**-2 s**-1
max_ci||Time-maximum sea ice area fraction|(0 - 1)|sea_ice_area_fraction|237083
max_tclw||Time-maximum total column cloud liquid water|kg m**-2||237087
max_2sh||Time-maximum 2 metre specific humidity|kg kg**-1|specific_humidity|237089
max_2r||Time-maximum 2 metre relative humidity|%|relative_humidity|237092
max_z||Time-maximum geopotential|m**2 s**-2|geopotential|237129
max_t||Time-maximum temperature|K|air_temperature
max_u||Time-maximum u component of wind|m s**-1|eastward_wind
max_v||Time-maximum v component of wind|m s**-1|northward_wind
max_q||Time-maximum specific humidity|kg kg**-1|specific_humidity
max_sp||Time-maximum surface pressure|Pa|surface_air_pressure
max_w||Time-maximum vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure
max_tcwv||Time-maximum total column vertically-integrated water vapour|kg m**-2|lwe_thickness_of_atmosphere_mass_content_of_water_vapor|237137
max_vo||Time-maximum vorticity (relative)|s**-1|atmosphere_relative_vorticity
max_msl||Time-maximum mean sea level pressure|Pa|air_pressure_at_mean_sea_level|237151
max_d||Time-maximum divergence|s**-1|divergence_of_wind|237155
max_r||Time-maximum relative humidity|%|relative_humidity|237157
max_10u||Time-maximum 10 metre U wind component|m s**-1|eastward_wind|237165
max_10v||Time-maximum 10 metre V wind component|m s**-1|northward_wind
max_2t|mx2t6|Time-maximum 2 metre temperature|K|air_temperature
max_2t|mx2t|Time-maximum 2 metre temperature|K|air_temperature|237167
max_o3||Time-maximum ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air|237203
max_10si||Time-maximum 10 metre wind speed|m s**-1||237207
max_tsn||Time-maximum temperature of snow layer|K|temperature_in_surface_snow|237238
max_kx||Time-maximum k index|K||237257
max_al||Time-maximum forecast albedo|%|surface_albedo|237263
max_vipile||Time-maximum total column vertically-integrated potential+internal+latent energy|J m**-2||237294
max_i10fg|fg10_3|Time-maximum 10 metre wind gust|m s**-1||237318
max_i10fg|fg10|Time-maximum 10 metre wind gust|m s**-1||237318
max_sdirnswrf||Time-maximum surface direct normal short-wave radiation flux|W m**-2||237339
max_fprate||Time-maximum freezing rain precipitation rate|kg m**-2 s**-1||237341
max_vimad||Time-maximum total column vertically-integrated divergence of mass flux|kg m**-2 s**-1||237356
max_vimae||Time-maximum total column vertically-integrated eastward mass flux|kg m**-1 s**-1
max_viman||Time-maximum total column vertically-integrated northward mass flux|kg m**-1 s**-1
max_viwvd||Time-maximum total column vertically-integrated divergence of water vapour flux|kg m**-2 s**-1
max_viclwd||Time-maximum total column vertically-integrated divergence of cloud liquid water flux|kg m**-2 s**-1
max_viciwd||Time-maximum total column vertically-integrated divergence of cloud ice water flux|kg m**-2 s**-1
max_vird||Time-maximum total column vertically-integrated divergence of rain flux|kg m**-2 s**-1
max_visd||Time-maximum total column vertically-integrated divergence of snow flux|kg m**-2 s**-1
max_viwve||Time-maximum total column vertically-integrated eastward water vapour flux|kg m**-1 s**-1
max_viwvn||Time-maximum total column vertically-integrated northward water vapour flux|kg m**-1 s**-1
max_viclwe||Time-maximum total column vertically-integrated eastward cloud liquid water flux|kg m**-1 s**-1
max_viclwn||Time-maximum total column vertically-integrated northward cloud liquid water flux|kg m**-1 s**-1
max_viciwe||Time-maximum total column vertically-integrated eastward cloud ice water flux|kg m**-1 s**-1
max_viciwn||Time-maximum total column vertically-integrated northward cloud ice water flux|kg m**-1 s**-1
max_vire||Time-maximum total column vertically-integrated eastward rain flux|kg m**-1 s**-1
max_virn||Time-maximum total column vertically-integrated northward rain flux|kg m**-1 s**-1
max_vise||Time-maximum total column vertically-integrated eastward snow flux|kg m**-1 s**-1
max_visn||Time-maximum total column vertically-integrated northward snow flux|kg m**-1 s**-1
max_visp||Time-maximum visibility through precipitation|m||237382
max_10efg|efg10|Time-maximum 10 metre eastward wind gust|m s**-1||237384
max_10nfg|nfg10|Time-maximum 10 metre northward wind gust|m s**-1
min_esrwe||Time-minimum snow evaporation rate|kg m**-2 s**-1||238023
min_smr||Time-minimum snowmelt rate|kg m**-2 s**-1
min_tsrwe||Time-minimum snowfall rate|kg m**-2 s**-1||238031
min_ie||Time-minimum evaporation rate|kg m**-2 s**-1||238043
min_rorwe||Time-minimum runoff rate|kg m**-2 s**-1||238048
min_tdswrf||Time-minimum top downward short-wave radiation flux|W m**-2||238053
min_vimdf||Time-minimum vertically integrated moisture divergence|kg m**-2 s**-1
min_ci||Time-minimum sea ice area fraction|(0 - 1)|sea_ice_area_fraction|238083
min_tclw||Time-minimum total column cloud liquid water|kg m**-2||238087
min_2sh||Time-minimum 2 metre specific humidity|kg kg**-1|specific_humidity|238089
min_2r||Time-minimum 2 metre relative humidity|%|relative_humidity|238092
min_z||Time-minimum geopotential|m**2 s**-2|geopotential|238129
min_t||Time-minimum temperature|K|air_temperature
min_u||Time-minimum u component of wind|m s**-1|eastward_wind
min_v||Time-minimum v component of wind|m s**-1|northward_wind
min_q||Time-minimum specific humidity|kg kg**-1|specific_humidity
min_sp||Time-minimum surface pressure|Pa|surface_air_pressure
min_w||Time-minimum vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure
min_tcwv||Time-minimum total column vertically-integrated water vapour|kg m**-2|lwe_thickness_of_atmosphere_mass_content_of_water_vapor|238137
min_vo||Time-minimum vorticity (relative)|s**-1|atmosphere_relative_vorticity
min_msl||Time-minimum mean sea level pressure|Pa|air_pressure_at_mean_sea_level|238151
min_d||Time-minimum divergence|s**-1|divergence_of_wind|238155
min_r||Time-minimum relative humidity|%|relative_humidity|238157
min_10u||Time-minimum 10 metre U wind component|m s**-1|eastward_wind|238165
min_10v||Time-minimum 10 metre V wind component|m s**-1|northward_wind
min_2t|mn2t6|Time-minimum 2 metre temperature|K|air_temperature
min_2t|mn2t|Time-minimum 2 metre temperature|K|air_temperature|238167
min_o3||Time-minimum ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air|238203
min_10si||Time-minimum 10 metre wind speed|m s**-1||238207
min_tsn||Time-minimum temperature of snow layer|K|temperature_in_surface_snow|238238
min_kx||Time-minimum k index|K||238257
min_al||Time-minimum forecast albedo|%|surface_albedo|238263
min_vipile||Time-minimum vertical integral of potential+internal+latent energy|J m**-2||238294
min_i10fg||Time-minimum 10 metre wind gust|m s**-1||238318
min_sdirnswrf||Time-minimum direct solar radiation flux|W m**-2||238339
min_fprate||Time-minimum freezing rain rate water equivalent|kg m**-2 s**-1||238341
min_vimad||Time-minimum vertically integrated divergence of mass flux|kg m**-2 s**-1||238356
min_vimae||Time-minimum vertically integrated eastward mass flux|kg m**-1 s**-1
min_viman||Time-minimum vertically integrated northward mass flux|kg m**-1 s**-1
min_viwvd||Time-minimum vertically integrated divergence of water vapour flux|kg m**-2 s**-1
min_viclwd||Time-minimum vertically integrated divergence of cloud liquid water flux|kg m**-2 s**-1
min_viciwd||Time-minimum vertically integrated divergence of cloud ice water flux|kg m**-2 s**-1
min_vird||Time-minimum vertically integrated divergence of rain flux|kg m**-2 s**-1
min_visd||Time-minimum vertically integrated divergence of snow flux|kg m**-2 s**-1
min_viwve||Time-minimum vertically integrated eastward water vapour flux|kg m**-1 s**-1
min_viwvn||Time-minimum vertically integrated northward water vapour flux|kg m**-1 s**-1
min_viclwe||Time-minimum vertically integrated eastward cloud liquid water flux|kg m**-1 s**-1
min_viclwn||Time-minimum vertically integrated northward cloud liquid water flux|kg m**-1 s**-1
min_viciwe||Time-minimum vertically integrated eastward cloud ice water flux|kg m**-1 s**-1
min_viciwn||Time-minimum vertically integrated northward cloud ice water flux|kg m**-1 s**-1
min_vire||Time-minimum vertically integrated eastward rain flux|kg m**-1 s**-1
min_virn||Time-minimum vertically integrated northward rain flux|kg m**-1 s**-1
min_vise||Time-minimum vertically integrated eastward snow flux|kg m**-1 s**-1
min_visn||Time-minimum vertically integrated northward snow flux|kg m**-1 s**-1
min_visp||Time-minimum visibility through precipitation|m||238382
std_esrwe||Time-standard-deviation snow evaporation rate|kg m**-2 s**-1||239023
std_smr||Time-standard-deviation snowmelt rate|kg m**-2 s**-1
std_tsrwe||Time-standard-deviation snowfall rate|kg m**-2 s**-1||239031
std_ie||Time-standard-deviation evaporation rate|kg m**-2 s**-1||239043
std_rorwe||Time-standard-deviation runoff rate|kg m**-2 s**-1||239048
std_tdswrf||Time-standard-deviation top downward short-wave radiation flux|W m**-2||239053
std_vimdf||Time-standard-deviation vertically integrated moisture divergence|kg m**-2 s**-1
std_ci||Time-standard-deviation sea ice area fraction|(0 - 1)|sea_ice_area_fraction|239083
std_tclw||Time-standard-deviation total column cloud liquid water|kg m**-2||239087
std_2sh||Time-standard-deviation 2 metre specific humidity|kg kg**-1|specific_humidity|239089
std_z||Time-standard-deviation geopotential|m**2 s**-2|geopotential|239129
std_t||Time-standard-deviation temperature|K|air_temperature
std_u||Time-standard-deviation u component of wind|m s**-1|eastward_wind
std_v||Time-standard-deviation v component of wind|m s**-1|northward_wind
std_q||Time-standard-deviation specific humidity|kg kg**-1|specific_humidity
std_sp||Time-standard-deviation surface pressure|Pa|surface_air_pressure
std_w||Time-standard-deviation vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure
std_tcwv||Time-standard-deviation total column vertically-integrated water vapour|kg m**-2|lwe_thickness_of_atmosphere_mass_content_of_water_vapor|239137
std_vo||Time-standard-deviation vorticity (relative)|s**-1|atmosphere_relative_vorticity
std_msl||Time-standard-deviation mean sea level pressure|Pa|air_pressure_at_mean_sea_level|239151
std_d||Time-standard-deviation divergence|s**-1|divergence_of_wind|239155
std_r||Time-standard-deviation relative humidity|%|relative_humidity|239157
std_10u||Time-standard-deviation 10 metre U wind component|m s**-1|eastward_wind|239165
std_10v||Time-standard-deviation 10 metre V wind component|m s**-1|northward_wind
std_2t||Time-standard-deviation 2 metre temperature|K|air_temperature
std_o3||Time-standard-deviation ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air|239203
std_10si||Time-standard-deviation 10 metre wind speed|m s**-1||239207
std_tsn||Time-standard-deviation temperature of snow layer|K|temperature_in_surface_snow|239238
std_kx||Time-standard-deviation k index|K||239257
std_al||Time-standard-deviation forecast albedo|%|surface_albedo|239263
std_vipile||Time-standard-deviation vertical integral of potential+internal+latent energy|J m**-2||239294
std_i10fg||Time-standard-deviation 10 metre wind gust|m s**-1||239318
std_sdirnswrf||Time-standard-deviation direct solar radiation flux|W m**-2||239339
std_fprate||Time-standard-deviation freezing rain rate water equivalent|kg m**-2 s**-1||239341
std_vimad||Time-standard-deviation vertically integrated divergence of mass flux|kg m**-2 s**-1||239356
std_vimae||Time-standard-deviation vertically integrated eastward mass flux|kg m**-1 s**-1
std_viman||Time-standard-deviation vertically integrated northward mass flux|kg m**-1 s**-1
std_viwvd||Time-standard-deviation vertically integrated divergence of water vapour flux|kg m**-2 s**-1
std_viclwd||Time-standard-deviation vertically integrated divergence of cloud liquid water flux|kg m**-2 s**-1
std_viciwd||Time-standard-deviation vertically integrated divergence of cloud ice water flux|kg m**-2 s**-1
std_vird||Time-standard-deviation vertically integrated divergence of rain flux|kg m**-2 s**-1
std_visd||Time-standard-deviation vertically integrated divergence of snow flux|kg m**-2 s**-1
std_viwve||Time-standard-deviation vertically integrated eastward water vapour flux|kg m**-1 s**-1
std_viwvn||Time-standard-deviation vertically integrated northward water vapour flux|kg m**-1 s**-1
std_viclwe||Time-standard-deviation vertically integrated eastward cloud liquid water flux|kg m**-1 s**-1
std_viclwn||Time-standard-deviation vertically integrated northward cloud liquid water flux|kg m**-1 s**-1
std_viciwe||Time-standard-deviation vertically integrated eastward cloud ice water flux|kg m**-1 s**-1
std_viciwn||Time-standard-deviation vertically integrated northward cloud ice water flux|kg m**-1 s**-1
std_vire||Time-standard-deviation vertically integrated eastward rain flux|kg m**-1 s**-1
std_virn||Time-standard-deviation vertically integrated northward rain flux|kg m**-1 s**-1
std_vise||Time-standard-deviation vertically integrated eastward snow flux|kg m**-1 s**-1
std_visn||Time-standard-deviation vertically integrated northward snow flux|kg m**-1 s**-1
chcross||Cross sectional area of flow in channel|m**2||240011
chside||Side flow into river channel|m**3 s**-1 m**-1
dis||Discharge from rivers or streams|m**3 s**-1
rivsto||River storage of water|m**3
fldsto||Floodplain storage of water|m**3
dslr||Days since last observation|Integer||240017
frost||Frost index|K
woss||Depth of water on soil surface|kg m**-2||240020
tpups||Upstream accumulated precipitation|kg m**-2
smups||Upstream accumulated snow melt|kg m**-2
sd_elev||Snow depth at elevation bands|kg m**-2||240026
gwus||Groundwater upper storage|kg m**-2||240028
gwls||Groundwater lower storage|kg m**-2
lakdph||Lake depth|m
rivdph||River depth|m
rivout||River outflow of water|m**3 s**-1
fldout||Floodplain outflow of water|m**3 s**-1
pthflw||Floodpath outflow of water|m**3 s**-1
flddep||Floodplain depth|m
fldffr||Floodplain flooded fraction|Proportion
fldfar||Floodplain flooded area|m**2
rivfr||River fraction|Proportion
rivar||River area|m**2
rivcffr||Fraction of river coverage plus river related flooding|Proportion
rivcfar||Area of river coverage plus river related flooding|m**2
wse||Water surface elevation|m
grfr||Groundwater return flow rate|m**3 s**-1
rivfldsto||River and floodplain storage|m**3
darv||Depth-averaged river velocity|m s**-1
lat||Latitude|Degree N||250001
lon||Longitude|Degree E
tcolg||Total column vertically-integrated graupel (snow pellets)|kg m**-2||260001
^|235120
slhtf||Surface latent heat net flux|W m**-2
heatx||Heat index|K||260004
wcf||Wind chill factor|K
snohf||Snow phase change heat flux|W m**-2||260007
vapp||Vapor pressure|Pa
ncpcp||Large scale precipitation (non-convective)|kg m**-2
srweq||Snowfall rate water equivalent|kg m**-2 s**-1
snoc||Convective snow|kg m**-2
snol||Large scale snow|kg m**-2
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
asnow||Total snowfall|m||260025
pwcat||Precipitable water category|(Code table 4.202)
hail||Hail|m
grle||Graupel (snow pellets)|kg kg**-1
crain||Categorical rain|(Code table 4.222)
cfrzr||Categorical freezing rain|(Code table 4.222)
cicep||Categorical ice pellets|(Code table 4.222)
csnow||Categorical snow|(Code table 4.222)
cpr||Convective precipitation rate|kg m**-2 s**-1
^|235030
mdiv||Horizontal moisture divergence|kg kg**-1 s**-1
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
tsnowp||Total snow precipitation|kg m**-2
tcwat||Total column water (Vertically integrated total water (vapour + cloud water/ice))|kg m**-2
tprate||Total precipitation rate|kg m**-2 s**-1
^|235055
tsrwe||Total snowfall rate water equivalent|kg m**-2 s**-1
lsprate||Large scale precipitation rate|kg m**-2 s**-1
tsrate||Total snowfall rate|m s**-1||260053
csrate||Convective snowfall rate|m s**-1
lssrate||Large scale snowfall rate|m s**-1
sdwe||Water equivalent of accumulated snow depth (deprecated)|kg m**-2
rprate||Rain precipitation rate|kg m**-2 s**-1||260058
sprate||Snow precipitation rate|kg m**-2 s**-1
fprate||Freezing rain precipitation rate|kg m**-2 s**-1
iprate||Ice pellets precipitation rate|kg m**-2 s**-1
gust||Wind speed (gust)|m s**-1||260065
ugust||u-component of wind (gust)|m s**-1
vgust||v-component of wind (gust)|m s**-1
vwsh||Vertical speed shear|s**-1
mflx||Horizontal momentum flux|N m**-2
ustm||U-component storm motion|m s**-1
vstm||V-component storm motion|m s**-1
cd||Drag coefficient|Numeric
fricv||Frictional velocity|m s**-1
prmsl||Pressure reduced to MSL|Pa
alts||Altimeter setting|Pa||260076
thick||Thickness|m
presalt||Pressure altitude|m
denalt||Density altitude|m
5wavh|wavh5|5-wave geopotential height|gpm
iegwss||Instantaneous eastward gravity wave surface stress|N m**-2
ingwss||Instantaneous northward gravity wave surface stress|N m**-2
5wava|wava5|5-wave geopotential height anomaly|gpm||260084
nswrt||Net short-wave radiation flux (top of atmosphere)|W m**-2||260086
sdswrf||Surface downward short-wave radiation flux|W m**-2
^|235035
suswrf||Surface upward short-wave radiation flux|W m**-2
snswrf||Surface net short-wave radiation flux|W m**-2
^|235037
sparf||Surface photosynthetically active radiation flux|W m**-2
^|235028
snswrfcs||Surface net short-wave radiation flux, clear sky|W m**-2
^|235051
sduvrf||Surface downward UV radiation flux|W m**-2
^|235027
uviucs||UV index (under clear sky)|Numeric
uvi||UV index|Numeric
sdlwrf||Surface downward long-wave radiation flux|W m**-2||260097
^|235036
sulwrf||Surface upward long-wave radiation flux|W m**-2
snlwrf||Surface net long-wave radiation flux|W m**-2
^|235038
snlwrfcs||Surface net long-wave radiation flux, clear sky|W m**-2
^|235052
cice||Cloud Ice|kg m**-2
cwat||Cloud water|kg m**-2
cdca||Cloud amount|%
cdct||Cloud type|(Code table 4.203)
tmaxt||Thunderstorm maximum tops|m
thunc||Thunderstorm coverage|(Code table 4.204)
cdct||Cloud top|m||260108
ceil||Ceiling|m
^|235337
cdlyr||Non-convective cloud cover|%
cwork||Cloud work function|J kg**-1
cuefi||Convective cloud efficiency|Proportion
tcond||Total condensate|kg kg**-1
tcolw||Total column-integrated cloud water|kg m**-2
tcoli||Total column-integrated cloud ice|kg m**-2
tcolc||Total column-integrated condensate|kg m**-2
fice||Ice fraction of total condensate|Proportion
cdcimr||Cloud ice mixing ratio|kg kg**-1
suns||Sunshine|Numeric
^|235189
~|p260120|Horizontal extent of cumulonimbus (CB)|%
kx||K index|K
kox||KO index|K
totalx||Total totals index|K
^|235258
sx||Sweat index|Numeric
hlcy||Storm relative helicity|m**2 s**-2
ehlx||Energy helicity index|Numeric
lftx||Surface lifted index|K
4lftx|lftx4|Best (4-layer) lifted index|K
aerot||Aerosol type|(Code table 4.205)
tozne||Total ozone|DU
o3mr||Ozone mixing ratio|kg kg**-1
tcioz||Total column integrated ozone|DU
^|235290
bswid||Base spectrum width|m s**-1
bref||Base reflectivity|dB
brvel||Base radial velocity|m s**-1
veril||Vertically-integrated liquid|kg m**-1
lmaxbr||Layer-maximum base reflectivity|dB
rdp||Precipitation from radar|kg m**-2
acces||Air concentration of Caesium 137|Bq m**-3
aciod||Air concentration of Iodine 131|Bq m**-3
acradp||Air concentration of radioactive pollutant|Bq m**-3
gdces||Ground deposition of Caesium 137|Bq m**-2
gdiod||Ground deposition of Iodine 131|Bq m**-2
gdradp||Ground deposition of radioactive pollutant|Bq m**-2
tiaccp||Time-integrated air concentration of caesium pollutant|Bq s m**-3
tiacip||Time-integrated air concentration of iodine pollutant|Bq s m**-3
tiacrp||Time-integrated air concentration of radioactive pollutant|Bq s m**-3
volash||Volcanic ash|(Code table 4.206)
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
~|p260163|Icing|%
~|p260164|In-cloud turbulence|%
rcat||Relative clear air turbulence (RCAT)|%
sldp||Supercooled large droplet probability|%
var190m0||Arbitrary text string|CCITTIA5
tsec||Seconds prior to initial reference time (defined in Section 1)|s
ffldg||Flash flood guidance|kg m**-2
ffldro||Flash flood runoff (Encoded as an accumulation over a floating subinterval of time)|kg m**-2
rssc||Remotely sensed snow cover|(Code table 4.215)
esct||Elevation of snow covered terrain|(Code table 4.216)
swepon||Snow water equivalent percent of normal|%
bgrun||Baseflow-groundwater runoff|kg m**-2
ssrun||Storm surface runoff|kg m**-2
cppop||Conditional percent precipitation amount fractile for an overall period (Encoded as an accumulation)|kg m**-2
pposp||Percent precipitation in a sub-period of an overall period|%
pop||Probability of 0.01 inch of precipitation (POP)|%
veg||Vegetation|%||260180
^|235393
watr||Water runoff|kg m**-2
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
^|235077
vwiltm||Volumetric wilting point|m**3 m**-3
soill||Liquid volumetric soil moisture (non-frozen)|Proportion||260205
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
estp||Estimated precipitation|kg m**-2
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
wvdir||Direction of wind waves|Degree true
dirpw||Primary wave direction|Degree true
perpw||Primary wave mean period|s
persw||Secondary wave mean period|s
dirc||Current direction|Degree true
spc||Current speed|m s**-1
wz||Geometric vertical velocity|m s**-1
tsec||Seconds prior to initial reference time (defined in Section 1)|s||260241
2r|r2|2 metre relative humidity|%|relative_humidity
ttrad||Temperature tendency by all radiation|K s**-1
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
aptmp||Apparent temperature|K
hindex||Haines Index|Numeric
ccl||Cloud cover|%
eva||Evaporation|kg m**-2||260259
10wdir|wdir10|10 metre wind direction|Degree true
^|235261
minrh||Minimum Relative Humidity|%
sdirswrf||Surface direct short-wave radiation flux|W m**-2
^|235058
sdifswrf||Surface diffuse short-wave radiation flux|W m**-2
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
fscov||Fraction of snow cover|Proportion
^|235093
cat||Clear air turbulence (CAT)|m**2/3 s**-1
^|235262
mwt||Mountain wave turbulence (eddy dissipation rate)|m**2/3 s**-1
crwc_conv||Specific rain water content (convective)|kg kg**-1
^|235408
cswc_conv||Specific snow water content (convective)|kg kg**-1
^
glm||Glacier mask|Proportion
lauv||Latitude of U Wind Component of Velocity|deg
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
mslet||MSLP (Eta model reduction)|Pa
ptype_sev1h||Precipitation type (most severe) in the last 1 hour|(Code table 4.201)
ptype_sev3h||Precipitation type (most severe) in the last 3 hours|(Code table 4.201)
ptype_freq1h||Precipitation type (most frequent) in the last 1 hour|(Code table 4.201)
ptype_freq3h||Precipitation type (most frequent) in the last 3 hours|(Code table 4.201)
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
ptype_sev6h||Precipitation type (most severe) in the last 6 hours|(Code table 4.201)
ptype_freq6h||Precipitation type (most frequent) in the last 6 hours|(Code table 4.201)
duvb||UV-B downward solar flux|W m**-2
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
sot||Soil temperature|K||260360
^|235094
sdswrfcs||Surface downward short-wave radiation flux, clear sky|W m**-2
^|235068
suswrfcs||Surface upward short-wave radiation flux, clear sky|W m**-2
sdlwrfcs||Surface downward long-wave radiation flux, clear sky|W m**-2
^
sohf||Soil heat flux|W m**-2
percr||Percolation rate|kg m**-2 s**-1
mflux||Convective Cloud Mass Flux|Pa s**-1
sod||Soil depth|m
som||Soil moisture|kg m**-3
ri||Richardson Number|Numeric
cwdi||Convective Weather Detection Index|~
uphl||Updraft Helicity|m**2 s**-2||260372
lai||Leaf Area Index|Numeric
pmtc||Particulate matter (coarse)|(10**-6 g) m**-3
pmtf||Particulate matter (fine)|(10**-6 g) m**-3
lpmtf||Particulate matter (fine)|log10((10**-6g) m**-3)
lipmf||Integrated column particulate matter (fine)|log10((10**-6g) m**-3)
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
nlat||Latitude (-90 to +90)|deg
elon||East Longitude (0 - 360)|deg
mlyno||Model Layer number (From bottom up)|~||260424
nlatn||Latitude (nearest neighbor) (-90 to +90)|deg
elonn||East Longitude (nearest neighbor) (0 - 360)|deg
auswrf_cs||Accumulated surface upward short-wave radiation flux, clear sky|J m**-2
cpozp||Probability of Freezing Precipitation|%||260429
perc||Percolation|kg m**-2
ppffg||Probability of precipitation exceeding flash flood guidance values|%
cwr||Probability of Wetting Rain, exceeding in 0.10 in a given time period|%
etr||Evapotranspiration rate|kg m**-2 s**-1
petr||Potential evapotranspiration rate|kg m**-2 s**-1||260436
vgtyp||Vegetation Type|Integer(0-13)||260439
wilt||Wilting Point|Fraction||260442
rorwe||Runoff rate water equivalent (surface plus subsurface)|kg m**-2 s**-1
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
smr||Snow melt rate|kg m**-2 s**-1
evbs||Direct evaporation from bare soil|W m**-2||260478
lspa||Land Surface Precipitation Accumulation|kg m**-2
baret||Bare soil surface skin temperature|K
avsft||Average surface skin temperature|K
radt||Effective radiative skin temperature|K
fldcp||Field Capacity|Fraction
usct||Scatterometer Estimated U Wind Component|m s**-1
vsct||Scatterometer Estimated V Wind Component|m s**-1
wstp||Wave Steepness|~
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
imgd||Image data|~
al||Forecast albedo|%|surface_albedo
clbt||Cloudy brightness temperature|K
csbt||Clear-sky brightness temperature|K
cdrfl||Cloudy reflectance|%
crrfl||Clear reflectance|%
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
fwinx||Forest fire weather index (as defined by the Canadian Forest Service)|Numeric
ffmcode||Fine fuel moisture code (as defined by the Canadian Forest Service)|Numeric
dufmcode||Duff moisture code (as defined by the Canadian Forest Service)|Numeric
drtcode||Drought code (as defined by the Canadian Forest Service)|Numeric
infsinx||Initial fire spread index (as defined by the Canadian Forest Service)|Numeric
fbupinx||Fire buildup index (as defined by the Canadian Forest Service)|Numeric
fdsrte||Fire daily severity rating (as defined by the Canadian Forest Service)|Numeric
~|p260550|Cloudy radiance (with respect to wave number)|W m**-1 sr**-1||260550
~|p260551|Clear-sky radiance (with respect to wave number)|W m**-1 sr**-1
~|p260552|Wind speed|m s**-1
~|p260553|Aerosol optical thickness at 0.635 um|dimensionless
~|p260554|Aerosol optical thickness at 0.810 um|dimensionless
~|p260555|Aerosol optical thickness at 1.640 um|dimensionless
~|p260556|Angstrom coefficient|dimensionless
kbdi||Keetch-Byram drought index|Numeric
drtmrk||Drought factor (as defined by the Australian forest service)|Numeric
rosmrk||Rate of spread (as defined by the Australian forest service)|m s**-1
fdimrk||Fire danger index (as defined by the Australian forest service)|Numeric
scnfdr||Spread component (as defined by the U.S Forest Service National Fire-Danger Rating System)|Numeric
buinfdr||Burning index (as defined by the U.S Forest Service National Fire-Danger Rating System)|Numeric
icnfdr||Ignition component (as defined by the U.S Forest Service National Fire-Danger Rating System)|%
ercnfdr||Energy release component (as defined by the U.S Forest Service National Fire-Danger Rating System)|J m**-2
pof||Probability of fire detection|%
pil||Probability of ignition from lightning|%
vsi||Volumetric soil ice|m**3 m**-3||260644
titspf||Time integral of total solid precipitation flux|kg m**-2
10efg|efg10|10 metre eastward wind gust since previous post-processing|m s**-1
10nfg|nfg10|10 metre northward wind gust since previous post-processing|m s**-1
fog||Fog|%
srlh||Surface roughness length for heat|m||260651
etssofd||Time-integrated eastward turbulent surface stress due to orographic form drag|N m**-2 s
ntssofd||Time-integrated northward turbulent surface stress due to orographic form drag|N m**-2 s
etsssr||Time-integrated eastward turbulent surface stress due to surface roughness|N m**-2 s
ntsssr||Time-integrated northward turbulent surface stress due to surface roughness|N m**-2 s
sqw||Saturation specific humidity with respect to water|kg m**-3
tcsqw||Total column integrated saturation specific humidity with respect to water|kg m**-2
^|235338
spi||Standardised Precipitation Index (SPI)|Numeric
spei||Standardised Precipitation Evapotranspiration Index (SPEI)|Numeric
ssfi||Standardised Streamflow Index (SSFI)|Numeric
srsi||Standardised Reservoir Supply Index (SRSI)|Numeric
swi||Standardised Water-level Index (SWI)|Numeric
smri||Standardised Snowmelt and Rain Index (SMRI)|Numeric
sdi||Streamflow Drought Index (SDI)|Numeric
vsw20||Volumetric soil moisture top 20 cm|m**3 m**-3
vsw100||Volumetric soil moisture top 100 cm|m**3 m**-3
parcsf||Surface photosynthetically active radiation flux, clear sky|W m**-2
^|235022
sdirnswrf||Surface direct normal short-wave radiation flux|W m**-2
imagss||Instantaneous magnitude of turbulent surface stress|N m**-2
ibld||Instantaneous boundary layer dissipation|W m**-2
tnswrf||Top net short-wave radiation flux|W m**-2
^|235039
tnlwrf||Top net long-wave radiation flux|W m**-2
^
igwd||Instantaneous gravity wave dissipation|W m**-2
tnswrfcs||Top net short-wave radiation flux, clear sky|W m**-2
^|235049
tnlwrfcs||Top net long-wave radiation flux, clear sky|W m**-2
^
tdswrf||Top downward short-wave radiation flux|W m**-2
sdirswrfcs||Surface direct short-wave radiation flux, clear sky|W m**-2
^|235059
ietssofd||Instantaneous eastward turbulent surface stress due to orographic form drag|N m**-2
intssofd||Instantaneous northward turbulent surface stress due to orographic form drag|N m**-2
ietsssr||Instantaneous eastward turbulent surface stress due to surface roughness|N m**-2
intsssr||Instantaneous northward turbulent surface stress due to surface roughness|N m**-2
sev_ptype||Time-severity precipitation type|(Code table 4.201)
freq_ptype||Time-mode precipitation type|(Code table 4.201)
lshnf||Land surface heat net flux|W m**-2
^|235386
sdirnswrfcs||Surface direct normal short-wave radiation flux, clear sky|W m**-2
^
10cogu|cogu10|10 metre convective gust|m s**-1
^
10tugu|tugu10|10 metre turbulent gust|m s**-1
^
rol||Reciprocal Obukhov length|m**-1
rdpr||Precipitation rate from radar|kg m**-2 s**-1
rdqi||Radar data quality index|Proportion
rdqf||Radar data quality flag|(Code table 4.106)
frdpr||Precipitation rate from forecasted radar imagery|kg m**-2 s**-1
frdp||Precipitation from forecasted radar imagery|kg m**-2
sdifswrfcs||Surface diffuse short-wave radiation flux, clear sky|W m**-2
^|235404
hlcr||Storm relative helicity - right moving storm|m**2 s**-2||260696
hlcl||Storm relative helicity - left moving storm|m**2 s**-2
ehlm||Effective storm relative helicity - mean flow|m**2 s**-2
ehlr||Effective storm relative helicity - right moving storm|m**2 s**-2
ehll||Effective storm relative helicity - left moving storm|m**2 s**-2
utci||Universal thermal climate index|K||261001
mrt||Mean radiant temperature|K
mal_cases_frac||Fraction of Malaria cases|Fraction
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
wbgt||Wet bulb globe temperature|K
gt||Globe temperature|K
hmdx||Humidex|K
efft||Effective temperature|K
nefft||Normal effective temperature|K
sefft||Standard effective temperature|K
peqt||Physiological equivalent temperature|K
swvp||Saturation water vapour pressure|Pa
wbpt||Wet-bulb potential temperature|K
wbt||Wet-bulb temperature|K
exhf||Excess heat factor|K**2
excf||Excess cold factor|K**2
sithick||Sea ice thickness|m||262000
^|263000
siconc||Sea ice area fraction|Fraction
^
sisnthick||Snow thickness over sea ice|m
siue||Eastward sea ice velocity|m s**-1
^|263003
sivn||Northward sea ice velocity|m s**-1
^
sialb||Sea ice albedo|Fraction
^
sitemptop||Sea ice surface temperature|K
^
sigrowth||Sea ice growth|m s**-1
^
sivol||Sea ice volume per unit area|m**3 m**-2
^
snvol||Snow volume over sea ice per unit area|m**3 m**-2
^
vasit||Vertically averaged sea ice temperature|K
^
sntemp||Snow temperature over sea ice|K
^
sisntemp||Sea ice temperature at the sea ice and snow interface|K
^
usitemp||Underside ice temperature|K
^
sihc||Sea ice heat content|J m**-2
^
snhc||Snow heat content over sea ice|J m**-2
^
sifbr||Sea ice freeboard thickness|m
^
sipf||Sea ice melt pond fraction|Proportion
^
sipd||Sea ice melt pond depth|m
^
sipvol||Sea ice melt pond volume per unit area|m**3 m**-2
^
bckinsic||Sea ice fraction tendency due to parameterization|s**-1
^
six||X-component of sea ice velocity|m s**-1
siy||Y-component of sea ice velocity|m s**-1
icesalt||Sea ice salinity|g kg**-1
sit||Sea ice temperature|K
^|263024
sibm||Sea ice breakup memory|Numeric
^
sos||Sea surface practical salinity|g kg**-1|sea_surface_salinity|262100
tos||Sea surface temperature|K
^|263101
t14d||Depth of 14 C isotherm|m
^
t17d||Depth of 17 C isotherm|m
^
t20d||Depth of 20 C isotherm|m|depth_of_isosurface_of_sea_water_potential_temperature
t26d||Depth of 26 C isotherm|m
^|263105
t28d||Depth of 28 C isotherm|m
^
stfbarot||Barotropic stream function|m**3 s**-1
^
hfds||Surface downward heat flux|W m**-2
^
tauvon||Northward surface stress|N m**-2
^
tauuoe||Eastward surface stress|N m**-2
^
tauvo||Y-component of surface stress|N m**-2
tauuo||X-component of surface stress|N m**-2
mlotst010||Ocean mixed layer depth defined by sigma theta 0.01 kg m-3|m|ocean_mixed_layer_thickness_defined_by_sigma_theta
mlotst030||Ocean mixed layer depth defined by sigma theta 0.03 kg m-3|m
^|263114
mlotst125||Ocean mixed layer depth defined by sigma theta 0.125 kg m-3|m
^
mlott02||Ocean mixed layer depth defined by temperature 0.2 C|m
^
mlott05||Ocean mixed layer depth defined by temperature 0.5 C|m
^
sc300m||Average sea water practical salinity in the upper 300 m|g kg**-1
^
sc700m||Average sea water practical salinity in the upper 700 m|g kg**-1
^
scbtm||Total column average sea water practical salinity|g kg**-1
^
hc300m||Vertically-integrated heat content in the upper 300 m|J m**-2
^
hc700m||Vertically-integrated heat content in the upper 700 m|J m**-2
^
hcbtm||Total column of heat content|J m**-2
zos||Sea surface height|m|sea_surface_height_above_geoid
stheig||Steric change in sea surface height|m
^|263125
hstheig||Halosteric change in sea surface height|m
^
tstheig||Thermosteric change in sea surface height|m
^
thcline||Thermocline depth|m
^
btp||Bottom pressure equivalent height|m
^
swfup||Net surface upward water flux|kg m**-2 s**-1
^
fw2sw||Fresh water flux into sea water (from rivers)|kg m**-2 s**-1
^
vsf2sw||Virtual salt flux into sea water|g kg**-1 m**-2 s**-1
^
hfcorr||Heat flux correction|W m**-2|heat_flux_correction
fwcorr||Fresh water flux correction|kg m**-2 s**-1
^|263134
vsfcorr||Virtual salt flux correction|g kg**-1 m**-2 s**-1
^
turbocl||Turbocline depth (kz=5e-4)|m
^
svy||Y-component of surface sea water velocity|m s**-1
svx||X-component of surface sea water velocity|m s**-1
svn||Northward surface sea water velocity|m s**-1
^|263139
sve||Eastward surface sea water velocity|m s**-1
^
hct26||Heat Content surface to 26C isotherm|J m**-2
bckineta||Sea surface height tendency due to parameterization|m s**-1
^|263142
zosib||Sea surface height with inverse barometer correction|m
^
pt300m||Average sea water potential temperature in the upper 300m|K
^
sss||Sea surface salinity|kg kg**-1
^
sc300v||Vertically integrated sea water practical salinity in the upper 300 m|g kg**-1 m
^
sc700v||Vertically integrated sea water practical salinity in the upper 700 m|g kg**-1 m
^
scbtv||Total column vertically integrated sea water practical salinity|g kg**-1 m
^
rsdos||Sea surface downward short-wave radiation flux|W m**-2
^
so||Sea water practical salinity|g kg**-1||262500
^|263500
thetao||Sea water potential temperature|K
^
sigmat||Sea water sigma theta|kg m**-3
^
voy||Y-component of sea water velocity|m s**-1
uox||X-component of sea water velocity|m s**-1
von||Northward sea water velocity|m s**-1
^|263505
uoe||Eastward sea water velocity|m s**-1
^
wo||Upward sea water velocity|m s**-1
^
thetaodmp||Sea water potential temperature tendency due to newtonian relaxation|K s**-1
^
sodmp||Sea water salinity tendency due to newtonian relaxation|g kg**-1 s**-1
^
bckint||Sea water temperature tendency due to parameterization|K s**-1
^
bckins||Sea water salinity tendency due to parameterization|g kg**-1 s**-1
^
bckine||Eastward sea water velocity tendency due to parameterization|m s**-2
^
bckinn||Northward sea water velocity tendency due to parameterization|m s**-2
^
tdbiascorr||Sea water temperature tendency due to direct bias correction|K s**-1
^
sdbiascorr||Sea water salinity tendency due to direct bias correction|g kg**-1 s**-1
^
salo||Sea water salinity|kg kg**-1
^
mtn||Northward mass transport|kg m**-2 s**-1
^
mte||Eastward mass transport|kg m**-2 s**-1
^
zo||Sea water depth|m
^
mtup||Sea water upward mass transport|kg m**-2 s**-1
^
agessc||Sea water age since surface contact|s
^
rsdo||Sea water downward short-wave radiation flux|W m**-2
^
sigmatrel||Sea water sigma theta relative|Proportion
ssr_sea||Net short wave radiation rate at sea surface|W m**-2||262900
^|263900
wst_sea||Wind stress at sea surface|N m**-2
^
10ws_sea|ws10_sea|Wind speed at 10m above sea surface|m s**-1
10nd_sea|nd10_sea|Neutral drag coefficient at 10m above sea surface|dimensionless
tprate_sea||Total precipitation rate at sea surface|kg m**-2 s**-1
^|263904
snrate_sea||Snow precipitation rate at sea surface|kg m**-2 s**-1
^
ewst_sea||Eastward component of wind stress over sea ice|N m**-2
^
nwst_sea||Northward component of wind stress over sea ice|N m**-2
^
uwst_sea||U-component of wind stress over sea ice|N m**-2
vwst_sea||V-component of wind stress over sea ice|N m**-2
avg_sisnthick||Time-mean snow thickness over sea ice|m||263002
^six||X-component of sea ice velocity|m s**-1||263021
^siy||Y-component of sea ice velocity|m s**-1
avg_icesalt||Time-mean Sea ice salinity|g kg**-1||263023
avg_sos||Time-mean sea surface practical salinity|g kg**-1|sea_surface_salinity|263100
avg_t20d||Time-mean depth of 20 C isotherm|m|depth_of_isosurface_of_sea_water_potential_temperature|263104
avg_tauvo||Time mean Y-component of surface stress|N m**-2||263111
^tauuo||X-component of surface stress|N m**-2||263112
avg_mlotst010||Time-mean ocean mixed layer depth defined by sigma theta 0.01 kg m-3|m|ocean_mixed_layer_thickness_defined_by_sigma_theta|263113
avg_hcbtm||Time-mean total column heat content|J m**-2||263123
avg_zos||Time-mean sea surface height|m|sea_surface_height_above_geoid
avg_hfcorr||Time-mean heat flux correction|W m**-2|heat_flux_correction|263133
^svy||Y-component of surface sea water velocity|m s**-1||263137
^svx||X-component of surface sea water velocity|m s**-1
^hct26||heat content surface to 26C isotherm|J m**-2||263141
^voy||Y-component of sea water velocity|m s**-1||263503
^uox||X-component of sea water velocity|m s**-1
avg_sigmatrel||Time-mean sea water sigma theta relative|Proportion||263523
avg_10ws_sea||Time-mean wind speed at 10m above sea surface|m s**-1||263902
avg_10nd_sea||Time-mean neutral drag coefficient at 10m above sea surface|dimensionless
^uwst_sea||U-component of wind stress over sea ice|N m**-2||263908
^vwst_sea||V-component of wind stress over sea ice|N m**-2
acc_ssr_sea||Time-accumulated net short wave radiation at sea surface|J m**-2||264900
tp_sea||Time-accumulated total precipitation at sea surface|kg m**-2||264904
sn_sea||Time-accumulated snow precipitation at sea surface|kg m**-2
max_sos||Time-maximum sea surface practical salinity|g kg**-1|sea_surface_salinity|265100
max_t20d||Time-maximum depth of 20 C isotherm|m|depth_of_isosurface_of_sea_water_potential_temperature|265104
max_tauvo||Time-maximum Y-component of surface stress|N m**-2||265111
max_mlotst010||Time-maximum ocean mixed layer depth defined by sigma theta 0.01 kg m-3|m|ocean_mixed_layer_thickness_defined_by_sigma_theta|265113
max_hcbtm||Time-maximum total column of heat content|J m**-2||265123
max_zos||Time-maximum sea surface height|m|sea_surface_height_above_geoid
max_hfcorr||Time-maximum heat flux correction|W m**-2|heat_flux_correction|265133
max_10ws_sea|ws10_sea|Time-maximum wind speed at 10m above sea surface|m s**-1||265902
max_10nd_sea|nd10_sea|Time-maximum neutral drag coefficient at 10m above sea surface|dimensionless
min_sos||Time-minimum sea surface practical salinity|g kg**-1|sea_surface_salinity|266100
min_t20d||Time-minimum depth of 20 C isotherm|m|depth_of_isosurface_of_sea_water_potential_temperature|266104
min_tauvo||Time-minimum Y-component of surface stress|N m**-2||266111
min_mlotst010||Time-minimum ocean mixed layer depth defined by sigma theta 0.01 kg m-3|m|ocean_mixed_layer_thickness_defined_by_sigma_theta|266113
min_hcbtm||Time-minimum total column of heat content|J m**-2||266123
min_zos||Time-minimum sea surface height|m|sea_surface_height_above_geoid
min_hfcorr||Time-minimum heat flux correction|W m**-2|heat_flux_correction|266133
min_10ws_sea|ws10_sea|Time-minimum wind speed at 10m above sea surface|m s**-1||266902
min_10nd_sea|nd10_sea|Time-minimum neutral drag coefficient at 10m above sea surface|dimensionless
std_sos||Time-standard-deviation sea surface practical salinity|g kg**-1|sea_surface_salinity|267100
std_t20d||Time-standard-deviation depth of 20 C isotherm|m|depth_of_isosurface_of_sea_water_potential_temperature|267104
std_tauvo||Time-standard-deviation Y-component of surface stress|N m**-2||267111
std_mlotst010||Time-standard-deviation ocean mixed layer depth defined by sigma theta 0.01 kg m-3|m|ocean_mixed_layer_thickness_defined_by_sigma_theta|267113
std_hcbtm||Time-standard-deviation total column of heat content|J m**-2||267123
std_zos||Time-standard-deviation sea surface height|m|sea_surface_height_above_geoid
std_hfcorr||Time-standard-deviation heat flux correction|W m**-2|heat_flux_correction|267133
std_10ws_sea|ws10_sea|Time-standard-deviation wind speed at 10m above sea surface|m s**-1||267902
std_10nd_sea|nd10_sea|Time-standard-deviation neutral drag coefficient at 10m above sea surface|dimensionless
vtmp||Virtual temperature|K||300012
SUNSD||Sunshine Duration|s||7001292
ICSEV||Icing severity|Numeric
AMSRE10||Simulated Brightness Temperature for AMSRE on Aqua, Channel 10|K
AMSRE11||Simulated Brightness Temperature for AMSRE on Aqua, Channel 11|K
AMSRE12||Simulated Brightness Temperature for AMSRE on Aqua, Channel 12|K
AMSRE9||Simulated Brightness Temperature for AMSRE on Aqua, Channel 9|K
SBC123||Simulated Brightness Counts for GOES 12, Channel 3|Byte
SBC124||Simulated Brightness Counts for GOES 12, Channel 4|Byte
SBT112||Simulated Brightness Temperature for GOES 11, Channel 2|K
SBT113||Simulated Brightness Temperature for GOES 11, Channel 3|K
SBT114||Simulated Brightness Temperature for GOES 11, Channel 4|K
SBT115||Simulated Brightness Temperature for GOES 11, Channel 5|K
SBT122||Simulated Brightness Temperature for GOES 12, Channel 2|K
SBT123||Simulated Brightness Temperature for GOES 12, Channel 3|K
SBT124||Simulated Brightness Temperature for GOES 12, Channel 4|K
SBT126||Simulated Brightness Temperature for GOES 12, Channel 6|K
SBTA1610||Simulated Brightness Temperature for ABI GOES-16, Band-10|K
SBTA1611||Simulated Brightness Temperature for ABI GOES-16, Band-11|K
SBTA1612||Simulated Brightness Temperature for ABI GOES-16, Band-12|K
SBTA1613||Simulated Brightness Temperature for ABI GOES-16, Band-13|K
SBTA1614||Simulated Brightness Temperature for ABI GOES-16, Band-14|K
SBTA1615||Simulated Brightness Temperature for ABI GOES-16, Band-15|K
SBTA1616||Simulated Brightness Temperature for ABI GOES-16, Band-16|K
SBTA167||Simulated Brightness Temperature for ABI GOES-16, Band-7|K
SBTA168||Simulated Brightness Temperature for ABI GOES-16, Band-8|K
SBTA169||Simulated Brightness Temperature for ABI GOES-16, Band-9|K
SBTA1710||Simulated Brightness Temperature for ABI GOES-17, Band-10|K
SBTA1711||Simulated Brightness Temperature for ABI GOES-17, Band-11|K
SBTA1712||Simulated Brightness Temperature for ABI GOES-17, Band-12|K
SBTA1713||Simulated Brightness Temperature for ABI GOES-17, Band-13|K
SBTA1714||Simulated Brightness Temperature for ABI GOES-17, Band-14|K
SBTA1715||Simulated Brightness Temperature for ABI GOES-17, Band-15|K
SBTA1716||Simulated Brightness Temperature for ABI GOES-17, Band-16|K
SBTA177||Simulated Brightness Temperature for ABI GOES-17, Band-7|K
SBTA178||Simulated Brightness Temperature for ABI GOES-17, Band-8|K
SBTA179||Simulated Brightness Temperature for ABI GOES-17, Band-9|K
SRFA161||Simulated Reflectance Factor for ABI GOES-16, Band-1|~
SRFA162||Simulated Reflectance Factor for ABI GOES-16, Band-2|~
SRFA163||Simulated Reflectance Factor for ABI GOES-16, Band-3|~
SRFA164||Simulated Reflectance Factor for ABI GOES-16, Band-4|~
SRFA165||Simulated Reflectance Factor for ABI GOES-16, Band-5|~
SRFA166||Simulated Reflectance Factor for ABI GOES-16, Band-6|~
SRFA171||Simulated Reflectance Factor for ABI GOES-17, Band-1|~
SRFA172||Simulated Reflectance Factor for ABI GOES-17, Band-2|~
SRFA173||Simulated Reflectance Factor for ABI GOES-17, Band-3|~
SRFA174||Simulated Reflectance Factor for ABI GOES-17, Band-4|~
SRFA175||Simulated Reflectance Factor for ABI GOES-17, Band-5|~
SRFA176||Simulated Reflectance Factor for ABI GOES-17, Band-6|~
VRATE||Ventilation Rate|m**2 s**-1||7001353`;

export const SECTIONS: Readonly<Record<string, string>> = {
  grib1: `3.1:75;;1=117
2-3:217+146
4-5:89+275
6:187
7:226;;1=994
8-9:365
10:289
11:188;;105@2=55
12:3375
13-14:2+366
15:178;105@2;=191
16:180;105@2;=190
17:245;105@2;=126
18-20:372
21-31:379
32:13
33:189;;105@10=50
34:190;;105@10=51
35-36:0
37-38:394
39:193
41-42:396
43-44:200+25
45-48:398
51-52:191+36
53-56:402
57:263
59-60:406
61:1464;1@0
62-64:408
65:1431
66-67:411
68-70:417
71:1432
72-73:420
74-75:426+5
76:2236
77-78:436+1683
79-80:437
81-82:253+186
83-84:254+2411
85:1424
86:1341
87:957
88-89:441
90-91:288+155
92-117:444
118-119:275+195
120-127:471`,
  "grib1-98": `128.1-3:0
4-10:7
11-33:18
34-35:45+5
36-50:51
51-52:67+2
53-55:70+5
56-59:81
60:89
62-66:94
67-68:103+5
69-75:109
76-78:120+5
79-80:131+5
81-120:137
121-122:178+2
123-136:181
137-148:199
149-152:215
153-159:223
160-164:234
165-167:240+2
168-169:245+5
170-200:251
201-202:283+2
203-235:286
236-244:323
245-249:336+5
250-255:357
140.80-84:520
98-101:525+5
102-105:541
106-114:549+5
115-121:590
122-129:601+5
200:729
207-210:730+5
211-213:746+5
214-215:757+5
216-217:763
218-219:769+5
220-240:775+5
241-244:876
245-246:884+5
247-249:890
250-252:897
253-255:904+5
228.1-2:1215+6
3-4:1222+6
5-6:1229+2
7-8:1232
9-21:1238+5
22-23:1299
24-25:1305+5
26-27:1312+2
28-29:1315
37:1331
39-44:1341
46-48:1356+5
50-53:1371
70-74:1382
78-85:1387
88-91:1397+5
92-94:1413
109:2242
121:2262
123:2264
129-132:1418
134:1422
136:1423
139:1424
141:1425
144:1431
164:1432
170-171:1433
216-218:1436
219-222:1443+5
223-230:1459
239-240:1503+2
241-245:1506
246-247:1512+2
249-254:1515`,
  grib2: `0.0.0:188;;/0=1585;/2=1735;/3=1793;/6=1847;103@2=55;103@2/0=1039;103@2/2*6=1748;103@2/2=1749;103@2/3*6=1806;103@2/3=1807;103@2/6=1860;185=1401;186=1402;187=1403;187,185=1406;103@2%p0@27315e2=304
1:3375
2:2;;/0236=1
3:368
6:245;103@2;103@2/0236=1;=126
8-9:373+10
10:209;1/1;1/0236=1515;1=1903
11:208;1/1;1=106;1/0236=1512
12-13:2113
15-16:367+1748
17:318;1;1/0236=1
20:1085;/1;=46;/0236=47
21:2405
22:1076;/1;=14;/0236=15
23:1077;/1;=18;/0236=19
24:1078;/1;=22;/0236=613
25:1079;/1;=22;/0236=23
26:1086;/1;=50;/0236=51
27:2828
28:28
30-31:1698+56;1,255/1
32:2827
0.1.0:191;;/0=1585;/2=1735;/3=1793;/6=1847;103@2,255=974;103@2,255/0=1573;103@2,255/2=1729;103@2,255/3=1787;103@2,255/6=1842;187,185=1404
1:227;;/0=1559;/2=1706;/3=1764;/6=1818;103@2/0=1538;103@2/2=1694;103@2/3=1752;103@2=2165
3-4:403+1713
5:405
7:406
9:2117
10-11:409+2
12-13:2118+49
14-15:2119
17-18:2121
19:2123;;/n100=645;/n101=646
20-26:2124
30-36:2132
37:1430;1/1;1=709;1/0236=710
38-40:2144
42-44:2147
45:1402;1,8;1,8/0236=1;=748
46:1407;1,8;1,8/0236=1;=744
47-49:2152
51:194;1,8;1,8/0236=1;=1962
52:479;1%p3@1/1;1%p3@5/1=1;1%p3@10/1=2;1%p3@20/1=3;1%p3@40/1=18;1%p3@60/1=19;1%p3@80/1=20;1%p3@100/1=21;1%p3@150/1=22;1%p3@200/1=23;1%p3@3e-2/1=24;1%p3@25/1=28;1%p3@50/1=29;/1=605;=647;/0236=648;1/1=985;1=1678;1/0236=1679;160@0,255@-=2792;160@0,255@-/0236=2793;160@0,255@-/1=2867;1@-%p0@1e1/1=4;1@-%p0@115741e10/0=5;1@-%p3@347222e10/0=6;1@-%p3@578704e10/0=7
53:1431;1/1;1/0=284;1/2=482;1/3=540;1/6=595;1=731
54:408;1/1;1/0236=1303;1=1755
55:1448;1;1/0236=1;1/1=148
56:1453;1;1/0236=1;1/1=144
57:2131;1/1;=33
58-59:2165
60:1592;185;187=1;=-167;/0236=-166
61:40;;/0236=1
64:199;1,8;1,8/0=1580;1,8/2=1730;1,8/3=1788;1,8/6=1842
65:1695;1,255/1;=473
66:2155;1/1;=14;160@0,255@-=1121;160@0,255@-/0236=1122;160@0,255@-/1=1192
67:1536;1/1;1/0=311;1/2=411;1/3=468;1/6=521;1=634
68:2171
69:130;1,8;1,8/0=1633;1,8/2=1789;1,8/3=1847;1,8/6=1902
70:131;1,8;1,8/0236=1
74:2107;1,8;1,8/0236=1
75:1578;1/1
76-77:1438+5;1;1/0236=1
79:315;1;1/0=1421;1/2=1599;1/3=1657;1/6=1712;1/1=2093
83-84:341+5;;/0236=1
85-86:115+5;;/0236=1
93:1317;;/0236=1;103@2=14;103@2/0236=15
94:1322
108:1087;/1;=54;/0236=55
118-120:1375
121:2441;;/0236=1
128:2705;1,255/1
134:511;%p3@1e2/2;%p3@25e3/2=1
143:1539;1;1/02361=1
144-145:2452+5;;/0236=1
148:1538;1/1;1=68;1/0=163;1/2=373;1/3=431;1/6=486
150-151:1032;1,8;1,8/1=649;1,8/0=824;1,8/2=924;1,8/3=981;1,8/6=1034
152-159:988;1,8;1,8/1=695;1,8/0=870;1,8/2=970;1,8/3=1027;1,8/6=1080
160-164:983;1,8;1,8/1=693;1,8/0=868;1,8/2=968;1,8/3=1025;1,8/6=1078
165:296;1,8/1;1,8=764;1,8/2=1621;1,8/3=1679;1,8/6=1734;/0=1456
167:1397;1,8;1,8/0236=1
168:2714
169:2715;1,8;1,8/0236=1
0.2.0:389;;/0236=1;103@10=2020;103@10/0236=2021
1:13;;/0236=1;103@10=277;103@10/0=1216;103@10/2=1926;103@10/3=1984;103@10/6=2037;102@10,255@-=3256;102@10,255@-/0=3322;102@10,255@-/2=3342;102@10,255@-/3=3351;102@10,255@-/6=3360;103@10%p3@10=474;103@10%p3@15=475
2:189;;/0=1585;/2=1735;/3=1793;/6=1847;103@10=50;103@10/0=1598;103@10/2=1745;103@10/3=1803;103@10/6=1857
3:190;;/0=1585;/2=1735;/3=1793;/6=1847;103@10=51;103@10/0=1598;103@10/2=1745;103@10/3=1803;103@10/6=1857
4-5:0
6:70;;/0236=1
7:395
8:193;;/0=1585;/2=1735;/3=1793;/6=1847
9:2390
10-11:396
12:200;;/0=1580;/2=1730;/3=1788;/6=1842
13:225;;/0=1560;/2=1707;/3=1765;/6=1819
14:89;;/0236=1
15-16:398
17-18:1696;1,255/1
19:477
20:207;/1;/0236=1509;=2529
22:509;103@10%p3@10/2;103@10=807;103@10/0=1324;103@10/2*3=1435;103@10/2=1436;103@10/3=1493;103@10/6=1546;=1663;103@10%p3@15/2=-20;103@10%p3@20/2=-19
23-24:1967;103@10/2;=206
25-28:2175
29:2179;;102@10,255@-=1091;102@10,255@-/0=1157;102@10,255@-/2=1177;102@10,255@-/3=1186;102@10,255@-/6=1195
30:2180
32:125;;/0236=1
39:1088;/1;=58;/0236=59
40:1089;/1;=62;/0236=63
45:30
47:1600;1;1/0236=1
48:1605;1
49:3264;160@0,255@-;160@0,255@-/0236=1
50-51:3281+5;174@-,255@-;174@-,255@-/0236=1
52:3291;174@-,255@-;174@-,255@-/0236=46
53:3292;174@-,255@-;174@-,255@-/0236=49
54:317;1#9;1=19;1/0236=20
55:1547;1
56:1420;103@10;103@10/0236=418
57:1421;103@10;103@10/0236=421
58:63;1/1;1/0236=1640;1=2672
59:1553
60-61:1554;1
62:261;1/1;1=51;1/0236=1467
63:262;1/1;1=51;1/0236=1470
64:1866;1/0236;1/1=844;1=898
65:1870;1/0236;1/1=841;1=895
66:1874;1/0236;1/1=838;1=892
67:1878;1/0236;1/1=835;1=889
68:510;103@10%p3@25;103@10=2270;103@10/0236=2271
69:2785;103@10;103@10/0236=1
70:1905;/0236
0.3.0:75;;/0236=1;1=117;1/0=1702;1/2=1852;1/3=1910;1/6=1964;101=142;101/0=1709;101/2=1856;101/3=1914;101/6=1968;7,255=1276;7,255/0236=1277;17@-=1422;17@-/0236=1423;2=1505;19@50=1533
1:2181
2-3:363
4:187;;/0=1585;/2=1735;/3=1793;/6=1847
5:226;;1=994
7-8:366+18
9-10:385+57
11-15:2182
16:276;1/1;1/0236=1462;1=1911
17:277;1/1;1/0236=1465;1=1911
18:229;;/0236=1
19:2189
20-21:234+2
22:237
23:278;/1;/0236=1468;=2469
24:235
27:1080;/1;=26;/0236=27
28:1081;/1;=30;/0236=31
29:1082;/1;=34;/0236=35
30:1083;/1;=38;/0236=39
31-32:29+2797
34:1293;20@26315e2;20@26315e2/0236=1;20@27315e2=12;20@27315e2/0236=13;5=288;14=289;16=290;20@27615e2=291;20@27615e2/0236=292;107@27315e2=317;107@27315e2/0236=318;107@27415e2=322;107@27415e2/0236=323;107@27465e2=327;107@27465e2/0236=328;=-928
35:1054;1,8;1,8/1=619;1,8/0=794;1,8/2=894;1,8/3=951;1,8/6=1004
36-37:1018;1,8;1,8/1=656;1,8/0=831;1,8/2=931;1,8/3=988;1,8/6=1041
38:114;#9
39:996;1,8
40:1034;1,8;1,8/0236=1;1,8/1=625
41:1039;1,8;1,8/0236=1;1,8/1=621
42:958;1,8;1,8/0236=1;1,8/1=703
43:1061;1,8;1,8/0236=1;1,8/1=601
44-45:1361+5;;/0236=1
46:1556
0.4.0-1:463+1727
3:469
4-5:275+195
6:471
7:250;1/1;1=1941;1/0236=1942;8/1=45;8/0=1501;8/2=1666;8/3=1724;8/6=1779;8=2508
8:2196;1
9:257;1/1;1=1940;1/0236=1941;8/1=2;8=2480;8/0236=2481;160@0,255@-=3002;160@0,255@-/0236=3003;160@0,255@-/1=3088
10:83;1/1;1=2119;1/0236=2120
11:291;8/1;8=2457;8/0236=2458;1/1=2;1=1916;1/0236=1917
12:82;1/1;1=2130;1/0236=2131
13:1298;1/1;1=1117;1/0236=1118
14:1753;1/0;1=667
50-51:2217
52:1418;1/1;1=1110;1/0236=1111
53:2533;1;1/1=64
54:62;1,255/1;1,255/0=1784;1,255/2=1884;1,255/3=1941;1,255/6=1994;1,255=2672
55:1177;#9;#9/0236=635
56:1178;#9;#9/0236=630
57:1179;#9;#9/0236=650
58:1180;#9;#9/0236=641
59:1181;#9;#9/0236=644
60:27;1/1;1=2702;1/0236=2703
61:1299;1/1;1=1460;1/0236=1461
62:1910;1/1;1=865;1/0236=866
63:2796;1;1/0236=1
0.5.3:256;1/1;1=1963;1/0236=1964
4:2224;1
5:258;1/1;1=1967;1/0236=1968;8/1=2;8=2484;8/0236=2485
6:292;8/1;8=2461;8/0236=2462;1/1=2;1=1938;1/0236=1939
8:1419;1/1;1=1115;1/0236=1116
9-13:1183+5;#9;#9/0236=1
0.6.0:2235
1:1432;1,8;1,8/0236=384
3-5:421+5;;/0236=1
6-10:2236
11:1300;2;2/0236=1
12:2241
13:2242;;/0236=1
14-21:2247
22:2407
23:2255
24:270;1/1;1=1986;1/0236=1987
25:2261
27:1356;;/0236=1
32:351;;/0236=1
36:65;1/1;1=1372;1/0236=1642
37:1328
50:2708;1,255
51:1737;1
0.7.0-1:382+54
2:1795;/0;/2=146;/3=204;/6=257;=467
3:2263
4:2264;;/0236=1
5:2269
6:84;1,8;1,8/0236=1;18@5000=1383;18@5000/0236=1384;18@10000=1393;18@10000/0236=1394;17@-=1403;17@-/0236=1404
7:1472;18@5000;18@5000/0236=1;18@10000=10;18@10000/0236=11;17@-=20;17@-/0236=21;1,8=-257;1,8/0236=-256
8-11:2270
16:1599;1
19:1346;1,8;1,8/0236=1
22:1891;/0236;=899
23-24:2801
25-27:2803;28,29
0.13.0:2274
0.14.0:2275
1:286;;/0=1506;/2=1652;/3=1710;/6=1763
2:2277;1,8;1,8/0236=1
0.15.0-4:2282
6-8:379
17:2287;/1;=504
18-19:2792
0.16.4:1607
6:2794;;/1=1
7-8:1630;1,8
0.17.2:1373;1,8;1,8/0236=510
4:513;%p3@0/2;1,8=858;1,8/1=1066;1,8/0236=1321
0.18.0-8:2288
0.19.0:374;;/0236=1
1:1796;/0;/2=146;/3=204;/6=257;=869
2:407
3:412;;/0236=1
4-16:2297
18:2311
19:1323;;/0236=1
20-23:2312
28:2451
29:2446;;/0236=1
41-43:1278+5;;/0236=1
44:1273;;/0236=1
45:1268;;/0236=1
46:215;1/1;1=1342;1/0=1567;8/1=1;8=1343;8/0=1568
47:1559
51:1609;;/0=273;/2=357;/3=414
0.21.0:1007;1,8;1,8/0236=1
1-2:997+16;1,8;1,8/0236=1
3-4:1002+69;1,8;1,8/0236=1
5:963;1,8;1,8/0236=1;1,8/1=700
6:968;1,8;1,8/0236=1;1,8/1=696
9:1020;1,8;1,8/0236=1;1,8/1=645
10:1025;1,8;1,8/0236=1;1,8/1=641
11:1044;1,8;1,8/0236=1;1,8/1=623
12:1049;1,8;1,8/0236=1;1,8/1=619
13:973;1,8;1,8/0236=1;1,8/1=696
16:1055;1,8;1,8/0236=1;1,8/1=615
17:1066;1,8;1,8/0236=1;1,8/1=605
18:978;1,8;1,8/0236=1;1,8/1=694
19-20:1030;1,8
21:1012;1,8;1,8/0=808;1,8/2=931;1,8/3=989;1,8/6=1042
22:1560
0.22.0-6:2720
0.190.0:2316
0.191.0:2317
1-2:2105
3:2081
4:1561
5:505;%p9@
6-7:504+2;%p9@
1.0.0-6:2318
7:1797;/0;=281
8-9:2087
10:2077
11-12:1895;/0;=184
13-15:2083
16:2540;;177/1=59
17-19:1898;/0;=193
21-24:1901;/0;=200
1.1.0-2:2325
1.2.0:1238;166,255;166,255/0236=1;1,162@-=-6
1:1598;1,255;166,255=-365;166,255/0236=-364;162,255=-355;162,255/0236=-354;1,162@-=-350;1,162@-/0236=-349
2:33
5:1263;174@-,176@-;174@-,176@-/0236=1
6:1415;;174,255=-157;174,255/0236=-156
10:1253;;/0236=1
13:2076
15:2089;1,162
16:1897;1,162/0;1,162=193
17-23:1801;/0;=293
2.0.0:253;1
1:254;1#9;1=77;1/0236=78
3:440
4:2328;;/0236=1
5-8:2333
10-16:2338
18-21:2345
23-24:2349
25:1625;1,167;1,167/0236=1;=726;/0236=727;106@0,106@2e1/0=145;106@0,106@2e1=1102;106@0,106@1/0=146;106@0,106@1=1103
26:1434;106@0,106@2e1
27:2356
28:1887;1/0236;1=660
33:1435
34:1164
36-37:1545
38:2704
39:1756;1,255/1;1/0=1;1=846
40:1758;1/10;1=845
41:451;1/1;1/0=1251;1/2=1461;1/3=1519;1/6=1574;1=2182
42:1537;/1;/0=213;/2=378;/3=436;/6=491;=1069
45-49:1531
50:952;;/0236=1
51:1548;1;1/1=1;1/0=151
52:1550;1;1/1=1;1/0=150
53-54:34;;/0=1726
55-56:98+5;;/0236=1
57-58:36
62:182;1
63:1562
2.3.0:58
6:2358
10-11:2362
12:2364;;106@0,106@2e1=-931
13-17:2365
18:1416;106@0,106@2e1;106@0,106@2e1/0=352;106@0,106@1=1;106@0,106@1/0=353;=1107;/0236=1108
19:1395;106@0,106@2e1;106@0,106@2e1/0=371;106@0,106@1=1;106@0,106@1/0=372;=1148
23:1336;;/0236=1
24-25:2082+4
26-27:2539+3
28:325;;/0=1468;/2=1615;/3=1673;/6=1726
30:1563;1,151;1,151/0=235;1,167=1;1,167/0=236;151,151=2;151,151/0=237
2.4.2:2406
3:1641
5-11:2680
12-19:2694
20-25:1642
27-35:1648
37-38:1657
39:1169
40-41:1166+16
42-43:1170+1532
44:2703
47:1168
48:1167
2.5.0:2462
2.6.0:1521;;/0236=1
1-5:1526
6-8:1566
2.7.0:1909;1/1;1=861;1/0236=862
3.0.0-9:2670
3.1.0-13:2370
14-15:2666
16-17:2687
19-23:2689
24:1208;1;1/0236=1
30-31:1552+1116
32:2669
10.0.0-2:386
3:589;%w7@10,12;%w7@12,14=1;%w7@14,17=2;%w7@17,21=3;%w7@21,25=4;%w7@25,30=5;%w3@10=6;=231;/0236=232;%p3@2=-96;%p3@4=-95;%p3@6=-94;%p3@8=-93
4:2384
5-6:845+10;;/0236=1
7:456
8-9:860+10;;/0236=1
10-11:2385
12-13:461+1926
14-15:825+10;;/0236=1
16-17:840+382;;/0236=1
20:879;;/0236=1
21:762;;/0236=181
22:763;;/0236=184
23:764;;/0236=1
25-27:775+15;;/0236=1
28-30:780+15;;/0236=1
31-34:785+15;;/0236=1
35-36:661+5;;/0236=1
37-39:889
40-41:884+8;102@10;102@10/0236=1
43-44:899+5;;/0236=1
46:686;;/0236=1
47-49:596+15;;/0236=1
50-52:606+15;;/0236=1
53-55:601+15;;/0236=1
56-58:549+10;;/0236=1
59-61:554+10;;/0236=1
65-67:671+5;;/0236=1
68-70:701+5;;/0236=1
71-72:691+5;;/0236=1
73-74:716+149;;/0236=1
75:850;;/0236=1
76-77:210+520;;/0236=1
78-79:579+5;;/0236=1
80-81:530+205;;/0236=1
82-83:740+6;;/0236=1
84:757;;/0236=1
85:751;;/0236=1
86:898
87:525;;/0236=1
89:535;;/0236=1
90:542;1;1/0236=381
91:543;1;1/0236=384
92-93:544+225;;/0236=1
94-97:641+5;;/0236=1
98:909;;/0236=1
99:721;;/0236=210
100:722;;/0236=1
101:727;;/0236=208
102:728;;/0236=211
103:540;1;1/0236=375
104:541;1;1/0236=378
10.1.0-1:2388
10.2.0:38;1;1/0=1724;1/2=1880;1/3=1938;1/6=1993;174@-,255@-=2798;174@-,255@-/0236=2799
1:2831;;/0236=1
2-3:445
4-5:2842+5;174@-,176@-;174@-,176@-/0236=1
6:2862;174@-,176@-;174@-,176@-/0236=1
7:450
8:2857;174@-,255@-;174@-,255@-/0236=1;174@-,176@-=20;174@-,176@-/0236=21;175@-,255@-=30;175@-,255@-/0236=31;176@-,255@-=35;176@-,255@-/0236=36;=78;/0236=79
13:2882;173@-,175@-;173@-,175@-/0236=1
14:2852;174@-,255@-;174@-,255@-/0236=1
15:2867;174@-,176@-;174@-,176@-/0236=1
16:2872;173@-,175@-;173@-,175@-/0236=1
17:2897;174@-,176@-;174@-,176@-/0236=1
18:2902;173@-,175@-;173@-,175@-/0236=1
19:2907;174@-,160@0;174@-,160@0/0236=1
20-22:2912+5;188@-,189@-;188@-,189@-/0236=1
23:2927;174@-,255@-;174@-,255@-/0236=1
24:2932;174@-,176@-;174@-,176@-/0236=362
25:2933;174@-,176@-;174@-,176@-/0236=365
30:2940;;/0236=1
10.3.0:45;1;1/0236=1;160@0,255@-=2901;160@0,255@-/0236=2902
1:3041;;/0=271;/2=312;/3=321;/6=330
3:2945;;/0=358;/2=403;/3=412;/6=421
4-5:2977+10;;/0236=1
6:2982;;/0236=1
7:2993;160@0,255@-;160@0,255@-/0236=313
8:2992;160@0,255@-;160@0,255@-/0=313;160@0,255@-/2=358;160@0,255@-/3=367;160@0,255@-/6=376
9:3052;160@0,255@-;160@0,255@-/0236=1
10:3047;160@0,255@-;160@0,255@-/0236=1
11:3042;160@0,255@-;160@0,255@-/0236=1
13:3067;160@0,255@-;160@0,255@-/0236=1
14:3105;;/0236=1
15:3100;;/0236=1
16:3099;160@0,255@-;160@0,255@-/0236=219
17:3098;160@0,255@-;160@0,255@-/0236=216
18:3082;160@0,255@-;160@0,255@-/0=231;160@0,255@-/2=272;160@0,255@-/3=281;160@0,255@-/6=290
19:3111;160@0,255@-;160@0,255@-/0236=1
20-21:3116+10;;/0236=1
22:3146;;/0236=1
10.4.0:3057;160@0,255@-;160@0,255@-/0236=1
1:419
2:417
3:3223;168,168;168,168/0236=1;=-2782
7:774
14:2951;20@28715e2,255@-;20@28715e2,255@-/0236=1;20@29015e2,255@-=5;20@29015e2,255@-/0236=6;20@29315e2,255@-=10;20@29315e2,255@-/0=353;20@29315e2,255@-/2=398;20@29315e2,255@-/3=407;20@29315e2,255@-/6=416;20@29915e2,255@-=11;20@29915e2,255@-/0236=12;20@30115e2,255@-=16;20@30115e2,255@-/0236=17;169@1e2,255@-=43;169@1e2,255@-/0=359;169@1e2,255@-/2=400;169@1e2,255@-/3=409;169@1e2,255@-/6=418;169@3e2,255@-=44;169@3e2,255@-/0236=45;169@125e3,255@-=49;169@125e3,255@-/0236=50;170@2e1,255@-=54;170@2e1,255@-/0236=55;170@5e1,255@-=59;170@5e1,255@-/0236=60;171@5e4,255@-=142;171@5e4,255@-/0236=143;168,168=287;168,168/0236=288
15:951;160@0,160@300
18:3121;160@0,160@300;160@0,160@300/0236=1;168,168=35;168,168/0236=36
20:3161;168,168;168,168/0236=1
21:3015;160@0,160@300;160@0,160@300/0236=1;160@0,160@700=5;160@0,160@700/0236=6;160@0,9@-=10;160@0,9@-/0236=11;168,168=136;168,168/0236=137
22:3030;160@0,160@300;160@0,160@300/0236=1;160@0,160@700=5;160@0,160@700/0236=6;160@0,9@-=10;160@0,9@-/0=281;160@0,9@-/2=322;160@0,9@-/3=331;160@0,9@-/6=340;160@0,20@29915e2=80;160@0,20@29915e2/0236=292
23:3173;168,168;168,168/0236=1
24:3168;168,168;168,168/0236=1
25:3167;168,168;168,168/0236=163
26:3166;168,168;168,168/0236=160
27:3178;168,255@-;168,255@-/0236=1
29:3062;160@0,9@-;160@0,9@-/0236=1
30-31:3072+11;160@0,255@-;160@0,255@-/0236=1
32-33:3077+11;160@0,255@-;160@0,255@-/0236=1
34-41:3183+5;168,168;168,168/0236=1
46-47:3228+5;168,168;168,168/0236=1
50:3131;160@0,160@300;160@0,160@300/0236=1;160@0,160@700=5;160@0,160@700/0236=6;160@0,9@-=10;160@0,9@-/0236=11
56-58:3243+5;168,168;168,168/0236=1
10.191.0:2391
4:2972;160@5,255@-;160@5,255@-/0236=1
20.0.0-1:2806
2-8:2819
9-10:1213
11-12:2829
20.1.0-9:2808
20.2.0:2818
20.3.0:1569;1,8
1:1570;1,8;1,8/1=1
2:1572;1,8
3:1573;1,8;1,8/1=1
4:1575;1,8
5:1576;1,8;1,8/1=1
20.4.3:1632
12:1633
18:1634
27:1635
40:1636
43:1637
47:1638
60:1639
20.5.13:1640`,
  "grib2-7": `0.0.192-193:2115+278
194-204:2394
0.1.8:1464
192-196:2135
197-198:2130+284
199:2146
201-205:2147
206-225:2421
0.2.192-197:2175
198-219:2463
224:3424
0.3.192:2485
193-195:2186
197-198:2189+301
199-212:2491
0.4.192-193:2191+5
194-205:2507
0.5.192-193:2219+5
194-197:2519
0.6.1:1432
192-194:2247
195-196:2125+126
197-199:2252
200-201:2541+835
0.7.6-7:84+1131
192-193:2272
194-195:2544
196-197:2218+328
198:2547
0.13.192-195:2548
0.14.192-193:2276+276
194-199:2553
0.16.192-196:2559
0.17.192:2564
0.19.192-193:2310
194-219:2565
232:2591
234:3377
0.191.192-193:2592
194-195:2317+277
196-197:2595
1.0.192-193:2323
1.1.192:2598
193-194:2145+455
195:2601
2.0.192-197:2337
198:2604
199-200:2343
201:2605
202-203:2345
204:2348
205-206:2347+260
207-230:2608
2.3.192-193:2357
194:2632
195-197:2359
198-203:2634
3.1.192-193:2640
3.192.0-3:3388
4-9:3382
10:3381
11-13:3378
14-19:3412
20-22:3399
23-29:3392
30-35:3418
36-38:3409
39-45:3402
10.0.192:2642
10.1.192-195:2643
10.3.192-202:2647
10.4.192-197:2658
255.255.255:2664`,
  "grib2-98": `0.0.0:66;103@2/2*24;103@2/3*24=2;103@2/2*6=111;103@2/3*6=113;103@2=177;103@2/2=216;103@2/3=218;103@2/0=1161;103@2/2*3=1245;103@2/3*3=1247;103@2/6=1982;=122;/0=1707;/2=1857;/3=1915;/6=1969;%p3@1/n10=448;%p3@15e1/n10=449;%p3@2/n10=450;%p0@-1/n10=451;%p0@-15e1/n10=452;%p0@-2/n10=453;185=1523;186=1524;187=1525;187,185=1528;103@2%p0@27315e2=426
0.1.19:2123;;/n100*1=363;/n100*3=364;/n101*1=365;/n101*3=366;/n100*6=382;/n101*6=383
52:479;1%p3@1/1;1%p3@5/1=1;1%p3@10/1=2;1%p3@20/1=3;1%p3@40/1=18;1%p3@60/1=19;1%p3@80/1=20;1%p3@100/1=21;1%p3@150/1=22;1%p3@200/1=23;1%p3@3e-2/1=24;1%p3@25/1=28;1%p3@50/1=29;/1=605;=647;/0236=648;1/231=983;1=1678;1/0=1679;1/6=1682;160@0,255@-=2792;160@0,255@-/0=2793;160@0,255@-/1=2867;1@-%p0@1e1/1=4;1@-%p0@115741e10/0=5;1@-%p3@347222e10/0=6;1@-%p3@578704e10/0=7
66:2155;1/1;=14;160@0,255@-=1121;160@0,255@-/0=1122;160@0,255@-/1=1192
121:2441;;/0=1
144-145:2452+5
192:1755;1,255/1
193:311;1,255/1;1/0=852
194:1436;1/1
195:205;1/1;1/0=954
196:204;1/1;1/0=954
197:59;1/1
198:206;1/1;1/0=954
199:263;1/1;1/0=898
200:1517;1/1
201-202:326;1/1
254:203;;/0=1578
0.2.1:13;;/0236=1;103@10=277;103@10/0=1216;103@10/2=1926;103@10/3=1984;103@10/6=2037;103@200=1493;103@100=1502;102@10,255@-=3256;102@10,255@-/0=3322;103@10%p3@10=474;103@10%p3@15=475
2:189;;/0=1585;/2=1735;/3=1793;/6=1847;103@10=50;103@10/0=1598;103@10/2=1745;103@10/3=1803;103@10/6=1857;103@200=1313;103@100=1322
3:190;;/0=1585;/2=1735;/3=1793;/6=1847;103@10=51;103@10/0=1598;103@10/2=1745;103@10/3=1803;103@10/6=1857;103@200=1314;103@100=1323
22:64;103@10/2;103@10/2*3=1251;103@10=1252;103@10/0=1769;103@10/3=1938;103@10/6=1991;103@10%p3@10/2=445;=2108;103@10%p3@15/2=425;103@10%p3@20/2=426;103@10%p3@25/2=427
23-24:2173;;103@10,255/2=533
29:2179;;102@10,255@-=1091;102@10,255@-/0=1157
49:3264;160@0,255@-;160@0,255@-/0=1
50-51:3281+5;174@-,255@-;174@-,255@-/0=1
52:3291;174@-,255@-;174@-,255@-/0=46
53:3292;174@-,255@-;174@-,255@-/0=49
0.3.25:218;105;105/0236=1
0.4.9:257;1/1;1=1940;1/0236=1941;8/1=2;8=2480;8/0236=2481;160@0,255@-=3002;160@0,255@-/0=3003;160@0,255@-/1=3088
192:23;#9
193-194:22+1151;#9
195-196:1171;#9
0.5.192:25;#9
193-194:24+1152;#9
195-196:1174;#9
0.6.1:1432;1,8;1,8/236=385
192:238;1,8;1,8/0=992
193-195:267;;/0=1522
0.7.6:84;1,8;1,8/0=1;1,8/36=3;1,8/2*6=1245;18@5000=1383;18@5000/0236=1384;18@10000=1393;18@10000/0236=1394;17@-=1403;17@-/0236=1404
7:1472;18@5000;18@5000/0236=1;18@10000=10;18@10000/0236=11;17@-=20;1,8=-257;1,8/0236=-256
19:1330;1,8/2*6;1,8=16;1,8/0=17;1,8/36=19
0.14.192:289;1,8
0.17.2:1373;1,8;1,8/0*1=1;1,8/0*3=7;1,8/0*6=8
4:513;%p3@0/2;1,8=858;1,8/0*1=859;1,8/0*3=865;1,8/0*6=866;1,8/1=1066;1,8/236=1322
0.19.3:412
192:39
193:255;#9;=75;/0=1539
0.254.134:1422
136:1423
2.0.55-56:98+5;;/0=1
198-199:1387
200:2709
201:288;/1;1/0=874
202:11;1/1;1/0=1145
203:60;1/1
204:12;1/1;1/0=1145
205:279
2.3.23:1336
2.6.0:1521
10.2.0:38;1;1/0=1724;1/2=1880;1/3=1938;1/6=1993;174@-,255@-=2798;174@-,255@-/0=2799
1:2831;;/0=1
4-5:2842+5;174@-,176@-;174@-,176@-/0=1
6:2862;174@-,176@-;174@-,176@-/0=1
8:2857;174@-,255@-;174@-,255@-/0=1;174@-,176@-=20;174@-,176@-/0=21;175@-,255@-=30;175@-,255@-/0=31;176@-,255@-=35;176@-,255@-/0=36;=78;/0236=79
13:2882;173@-,175@-;173@-,175@-/0=1
14:2852;174@-,255@-;174@-,255@-/0=1
15:2867;174@-,176@-;174@-,176@-/0=1
16:2872;173@-,175@-;173@-,175@-/0=1
17:2897;174@-,176@-;174@-,176@-/0=1
18:2902;173@-,175@-;173@-,175@-/0=1
19:2907;174@-,160@0;174@-,160@0/0=1
20-22:2912+5;188@-,189@-;188@-,189@-/0=1
23:2927;174@-,255@-;174@-,255@-/0=1
24:2932;174@-,176@-;174@-,176@-/0=362
25:2933;174@-,176@-;174@-,176@-/0=365
30:2940;;/0=1
192:2841;173@-,175@-;173@-,175@-/0=452
193:2934;174@-,176@-;174@-,176@-/0=368
10.3.0:45;1;1/0236=1;160@0,255@-=2901;160@0,255@-/0=2902
1:3041;;/0=271
3:2945;;/0=358
4-5:2977+10;;/0=1
6:2982;;/0=1
7:2993;160@0,255@-;160@0,255@-/0=313
8:2992;160@0,255@-;160@0,255@-/0=313
9:3052;160@0,255@-;160@0,255@-/0=1
10:3047;160@0,255@-;160@0,255@-/0=1
11:3042;160@0,255@-;160@0,255@-/0=1
13:3067;160@0,255@-;160@0,255@-/0=1
14:3105;;/0=1
15:3100;;/0=1
16:3099;160@0,255@-;160@0,255@-/0=219
17:3098;160@0,255@-;160@0,255@-/0=216
18:3082;160@0,255@-;160@0,255@-/0=231
19:3111;160@0,255@-;160@0,255@-/0=1
20-21:3116+10;;/0=1
22:3146;;/0=1
10.4.0:3057;160@0,255@-;160@0,255@-/0=1
3:3223;168,168;168,168/0=1;=-2782
14:2951;20@28715e2,255@-;20@28715e2,255@-/0=1;20@29015e2,255@-=5;20@29015e2,255@-/0=6;20@29315e2,255@-=10;20@29315e2,255@-/0=353;20@29915e2,255@-=11;20@29915e2,255@-/0=12;20@30115e2,255@-=16;20@30115e2,255@-/0=17;169@1e2,255@-=43;169@1e2,255@-/0=359;169@3e2,255@-=44;169@3e2,255@-/0=45;169@125e3,255@-=49;169@125e3,255@-/0=50;170@2e1,255@-=54;170@2e1,255@-/0=55;170@5e1,255@-=59;170@5e1,255@-/0=60;171@5e4,255@-=142;171@5e4,255@-/0=143;168,168=287;168,168/0236=288
18:3121;160@0,160@300;160@0,160@300/0=1;168,168=35;168,168/0=36
20:3161;168,168;168,168/0=1
21:3015;160@0,160@300;160@0,160@300/0=1;160@0,160@700=5;160@0,160@700/0=6;160@0,9@-=10;160@0,9@-/0=11;168,168=136;168,168/0=137
22:3030;160@0,160@300;160@0,160@300/0=1;160@0,160@700=5;160@0,160@700/0=6;160@0,9@-=10;160@0,9@-/0=281;160@0,20@29915e2=80;160@0,20@29915e2/0=292
23:3173;168,168;168,168/0=1
24:3168;168,168;168,168/0=1
25:3167;168,168;168,168/0=163
26:3166;168,168;168,168/0=160
27:3178;168,255@-;168,255@-/0=1
29:3062;160@0,9@-;160@0,9@-/0=1
30-31:3072+11;160@0,255@-;160@0,255@-/0=1
32-33:3077+11;160@0,255@-;160@0,255@-/0=1
34-41:3183+5;168,168;168,168/0=1
46-47:3228+5;168,168;168,168/0=1
50:3131;160@0,160@300;160@0,160@300/0=1;160@0,160@700=5;160@0,160@700/0=6;160@0,9@-=10;160@0,9@-/0=11
56-58:3243+5;168,168;168,168/0=1
192:3258;;/0=76
10.191.4:2972;160@5,255@-;160@5,255@-/0=1`,
};
