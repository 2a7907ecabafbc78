/**
 * What ecCodes calls parameters, written by scripts/fixtures/grib_parameters.py. A record is
 * `shortName|cfVarName|name|units|cfName|paramId`. A line of a section is `numbers:record;exception=record;...`; an exception is
 * `surface@level/statistics`.
 */

export const RECORDS = `strf||Stream function|m**2 s**-1||1
vp||Velocity potential|m**2 s**-1||2
pt||Potential temperature|K||3
eqpt||Equivalent potential temperature|K||4
sept||Saturated equivalent potential temperature|K||5
ssfr||Soil sand fraction|(0 - 1)||6
scfr||Soil clay fraction|(0 - 1)||7
sro||Surface runoff|m||8
ssro||Sub-surface runoff|m||9
ws||Wind speed|m s**-1||10
udvw||U component of divergent wind|m s**-1||11
vdvw||V component of divergent wind|m s**-1||12
urtw||U component of rotational wind|m s**-1||13
vrtw||V component of rotational wind|m s**-1||14
aluvp||UV visible albedo for direct radiation (climatological)|(0 - 1)||15
aluvd||UV visible albedo for diffuse radiation (climatological)|(0 - 1)||16
alnip||Near IR albedo for direct radiation (climatological)|(0 - 1)||17
alnid||Near IR albedo for diffuse radiation (climatological)|(0 - 1)||18
uvcs||Clear sky surface UV|J m**-2||19
parcs||Surface photosynthetically active radiation, clear sky|J m**-2||20
uctp||Unbalanced component of temperature|K||21
ucln||Unbalanced component of logarithm of surface pressure|~||22
ucdv||Unbalanced component of divergence|s**-1||23
~|p24|Reserved for future unbalanced components|~||24
~|p25|Reserved for future unbalanced components|~||25
cl||Lake cover|(0 - 1)||26
cvl||Low vegetation cover|(0 - 1)||27
cvh||High vegetation cover|(0 - 1)||28
tvl||Type of low vegetation|(Code table 4.234)||29
tvh||Type of high vegetation|(Code table 4.234)||30
ci|siconc|Sea ice area fraction|(0 - 1)|sea_ice_area_fraction|31
asn||Snow albedo|(0 - 1)||32
rsn||Snow density|kg m**-3||33
sst||Sea surface temperature|K||34
istl1||Ice temperature layer 1|K||35
istl2||Ice temperature layer 2|K||36
istl3||Ice temperature layer 3|K||37
istl4||Ice temperature layer 4|K||38
swvl1||Volumetric soil water layer 1|m**3 m**-3||39
swvl2||Volumetric soil water layer 2|m**3 m**-3||40
swvl3||Volumetric soil water layer 3|m**3 m**-3||41
swvl4||Volumetric soil water layer 4|m**3 m**-3||42
slt||Soil type|(Code table 4.213)||43
es||Snow evaporation|m of water equivalent||44
smlt||Snowmelt|m of water equivalent||45
sdur||Solar duration|s||46
dsrp||Surface direct normal short-wave (solar) radiation|J m**-2||47
magss||Time-integrated magnitude of turbulent surface stress|N m**-2 s||48
10fg|fg10|Maximum 10 metre wind gust since previous post-processing|m s**-1||49
lspf||Large-scale precipitation fraction|s||50
mx2t24||Maximum temperature at 2 metres in the last 24 hours|K||51
mn2t24||Minimum temperature at 2 metres in the last 24 hours|K||52
mont||Montgomery potential|m**2 s**-2||53
pres||Pressure|Pa||54
mean2t24||Mean temperature at 2 metres in the last 24 hours|K||55
mn2d24||Mean 2 metre dewpoint temperature in the last 24 hours|K||56
uvb||Surface downward UV radiation|J m**-2||57
par||Photosynthetically active radiation at the surface|J m**-2||58
cape||Convective available potential energy|J kg**-1||59
pv||Potential vorticity|K m**2 kg**-1 s**-1||60
obct||Observation count|~||62
stsktd||Start time for skin temperature difference|s||63
ftsktd||Finish time for skin temperature difference|s||64
sktd||Skin temperature difference|K||65
lai_lv||Leaf area index, low vegetation|m**2 m**-2||66
lai_hv||Leaf area index, high vegetation|m**2 m**-2||67
msr_lv||Minimum stomatal resistance, low vegetation|s m**-1||68
msr_hv||Minimum stomatal resistance, high vegetation|s m**-1||69
bc_lv||Biome cover, low vegetation|(0 - 1)||70
bc_hv||Biome cover, high vegetation|(0 - 1)||71
issrd||Instantaneous surface solar radiation downwards|W m**-2||72
istrd||Instantaneous surface thermal radiation downwards|W m**-2||73
sdfor||Standard deviation of filtered subgrid orography (climatological)|m||74
crwc||Specific rain water content|kg kg**-1||75
cswc||Specific snow water content|kg kg**-1||76
etadot||Eta-coordinate vertical velocity|s**-1||77
tclw||Total column cloud liquid water|kg m**-2||78
tciw||Total column cloud ice water|kg m**-2||79
~|p80|Experimental product|~||80
~|p81|Experimental product|~||81
~|p82|Experimental product|~||82
~|p83|Experimental product|~||83
~|p84|Experimental product|~||84
~|p85|Experimental product|~||85
~|p86|Experimental product|~||86
~|p87|Experimental product|~||87
~|p88|Experimental product|~||88
~|p89|Experimental product|~||89
~|p90|Experimental product|~||90
~|p91|Experimental product|~||91
~|p92|Experimental product|~||92
~|p93|Experimental product|~||93
~|p94|Experimental product|~||94
~|p95|Experimental product|~||95
~|p96|Experimental product|~||96
~|p97|Experimental product|~||97
~|p98|Experimental product|~||98
~|p99|Experimental product|~||99
~|p100|Experimental product|~||100
~|p101|Experimental product|~||101
~|p102|Experimental product|~||102
~|p103|Experimental product|~||103
~|p104|Experimental product|~||104
~|p105|Experimental product|~||105
~|p106|Experimental product|~||106
~|p107|Experimental product|~||107
~|p108|Experimental product|~||108
~|p109|Experimental product|~||109
~|p110|Experimental product|~||110
~|p111|Experimental product|~||111
~|p112|Experimental product|~||112
~|p113|Experimental product|~||113
~|p114|Experimental product|~||114
~|p115|Experimental product|~||115
~|p116|Experimental product|~||116
~|p117|Experimental product|~||117
~|p118|Experimental product|~||118
~|p119|Experimental product|~||119
~|p120|Experimental product|~||120
mx2t6||Maximum temperature at 2 metres in the last 6 hours|K||121
mn2t6||Minimum temperature at 2 metres in the last 6 hours|K||122
10fg6|fg10_6|Maximum 10 metre wind gust in the last 6 hours|m s**-1||123
emis||Surface emissivity|Proportion||124
vite||Vertically integrated total energy|J m**-2||125
~|p126|Generic parameter for sensitive area prediction|Various||126
at||Atmospheric tide|~||127
bv||Budget values|~||128
z||Geopotential|m**2 s**-2|geopotential|129
t||Temperature|K|air_temperature|130
u||U component of wind|m s**-1|eastward_wind|131
v||V component of wind|m s**-1|northward_wind|132
q||Specific humidity|kg kg**-1|specific_humidity|133
sp||Surface pressure|Pa|surface_air_pressure|134
w||Vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure|135
tcw||Total column water|kg m**-2||136
tcwv||Total column vertically-integrated water vapour|kg m**-2|lwe_thickness_of_atmosphere_mass_content_of_water_vapor|137
vo||Vorticity (relative)|s**-1|atmosphere_relative_vorticity|138
stl1||Soil temperature level 1|K|surface_temperature|139
swl1||Soil wetness level 1|m of water equivalent|lwe_thickness_of_soil_moisture_content|140
sd||Snow depth|m of water equivalent|lwe_thickness_of_surface_snow_amount|141
lsp||Large-scale precipitation|m|lwe_thickness_of_stratiform_precipitation_amount|142
cp||Convective precipitation|m|lwe_thickness_of_convective_precipitation_amount|143
sf||Snowfall|m of water equivalent|lwe_thickness_of_snowfall_amount|144
bld||Time-integrated boundary layer dissipation|J m**-2|kinetic_energy_dissipation_in_atmosphere_boundary_layer|145
sshf||Time-integrated surface sensible heat net flux|J m**-2|surface_upward_sensible_heat_flux|146
slhf||Time-integrated surface latent heat net flux|J m**-2|surface_upward_latent_heat_flux|147
chnk||Charnock|Numeric||148
snr||Surface net radiation (SW and LW)|J m**-2||149
tnr||Top net radiation (SW and LW)|J m**-2||150
msl||Mean sea level pressure|Pa|air_pressure_at_mean_sea_level|151
lnsp||Logarithm of surface pressure|Numeric||152
swhr||Short-wave heating rate|K||153
lwhr||Long-wave heating rate|K||154
d||Divergence|s**-1|divergence_of_wind|155
gh||Geopotential height|gpm|geopotential_height|156
r||Relative humidity|%|relative_humidity|157
tsp||Tendency of surface pressure|Pa s**-1|tendency_of_surface_air_pressure|158
blh||Boundary layer height|m||159
sdor||Standard deviation of sub-gridscale orography|m||160
isor||Anisotropy of sub-gridscale orography|Numeric||161
anor||Angle of sub-gridscale orography|radians||162
slor||Slope of sub-gridscale orography|Numeric||163
tcc||Total cloud cover|(0 - 1)|cloud_area_fraction|164
10u|u10|10 metre U wind component|m s**-1||165
10v|v10|10 metre V wind component|m s**-1||166
2t|t2m|2 metre temperature|K||167
2d|d2m|2 metre dewpoint temperature|K||168
ssrd||Surface short-wave (solar) radiation downwards|J m**-2|surface_downwelling_shortwave_flux_in_air|169
stl2||Soil temperature level 2|K||170
swl2||Soil wetness level 2|m of water equivalent||171
lsm||Land-sea mask|(0 - 1)|land_binary_mask|172
sr||Surface roughness (climatological)|m|surface_roughness_length|173
al||Albedo (climatological)|(0 - 1)|surface_albedo|174
strd||Surface long-wave (thermal) radiation downwards|J m**-2||175
ssr||Surface net short-wave (solar) radiation|J m**-2|surface_net_downward_shortwave_flux|176
str||Surface net long-wave (thermal) radiation|J m**-2|surface_net_upward_longwave_flux|177
tsr||Top net short-wave (solar) radiation|J m**-2|toa_net_upward_shortwave_flux|178
ttr||Top net long-wave (thermal) radiation|J m**-2|toa_outgoing_longwave_flux|179
ewss||Time-integrated eastward turbulent surface stress|N m**-2 s|surface_downward_eastward_stress|180
nsss||Time-integrated northward turbulent surface stress|N m**-2 s|surface_downward_northward_stress|181
e||Evaporation|m of water equivalent|lwe_thickness_of_water_evaporation_amount|182
stl3||Soil temperature level 3|K||183
swl3||Soil wetness level 3|m of water equivalent||184
ccc||Convective cloud cover|(0 - 1)|convective_cloud_area_fraction|185
lcc||Low cloud cover|(0 - 1)||186
mcc||Medium cloud cover|(0 - 1)||187
hcc||High cloud cover|(0 - 1)||188
sund||Sunshine duration|s||189
ewov||East-West component of sub-gridscale orographic variance|m**2||190
nsov||North-South component of sub-gridscale orographic variance|m**2||191
nwov||North-West/South-East component of sub-gridscale orographic variance|m**2||192
neov||North-East/South-West component of sub-gridscale orographic variance|m**2||193
btmp||Brightness temperature|K||194
lgws||Eastward gravity wave surface stress|N m**-2 s||195
mgws||Northward gravity wave surface stress|N m**-2 s||196
gwd||Gravity wave dissipation|J m**-2||197
src||Skin reservoir content|m of water equivalent||198
veg||Vegetation fraction|(0 - 1)||199
vso||Variance of sub-gridscale orography|m**2||200
mx2t||Maximum temperature at 2 metres since previous post-processing|K||201
mn2t||Minimum temperature at 2 metres since previous post-processing|K||202
o3||Ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air|203
paw||Precipitation analysis weights|~||204
ro||Runoff|m||205
tco3||Total column ozone|kg m**-2|atmosphere_mass_content_of_ozone|206
10si|si10|10 metre wind speed|m s**-1||207
tsrc||Top net short-wave (solar) radiation, clear sky|J m**-2||208
ttrc||Top net long-wave (thermal) radiation, clear sky|J m**-2||209
ssrc||Surface net short-wave (solar) radiation, clear sky|J m**-2|surface_net_downward_shortwave_flux_assuming_clear_sky|210
strc||Surface net long-wave (thermal) radiation, clear sky|J m**-2|surface_net_downward_longwave_flux_assuming_clear_sky|211
tisr||TOA incident short-wave (solar) radiation|J m**-2||212
vimd||Vertically integrated moisture divergence|kg m**-2||213
dhr||Diabatic heating by radiation|K||214
dhvd||Diabatic heating by vertical diffusion|K||215
dhcc||Diabatic heating by cumulus convection|K||216
dhlc||Diabatic heating large-scale condensation|K||217
vdzw||Vertical diffusion of zonal wind|m s**-1||218
vdmw||Vertical diffusion of meridional wind|m s**-1||219
ewgd||East-West gravity wave drag tendency|m s**-1||220
nsgd||North-South gravity wave drag tendency|m s**-1||221
ctzw||Convective tendency of zonal wind|m s**-1||222
ctmw||Convective tendency of meridional wind|m s**-1||223
vdh||Vertical diffusion of humidity|kg kg**-1||224
htcc||Humidity tendency by cumulus convection|kg kg**-1||225
htlc||Humidity tendency by large-scale condensation|kg kg**-1||226
crnh||Tendency due to removal of negative humidity|kg kg**-1||227
tp||Total precipitation|m||228
iews||Instantaneous eastward turbulent surface stress|N m**-2||229
inss||Instantaneous northward turbulent surface stress|N m**-2||230
ishf||Instantaneous surface sensible heat net flux|W m**-2||231
ie||Instantaneous moisture flux|kg m**-2 s**-1||232
asq||Apparent surface humidity|kg kg**-1||233
lsrh||Logarithm of surface roughness length for heat (climatological)|Numeric||234
skt||Skin temperature|K||235
stl4||Soil temperature level 4|K||236
swl4||Soil wetness level 4|m||237
tsn||Temperature of snow layer|K|temperature_in_surface_snow|238
csf||Convective snowfall|m of water equivalent||239
lsf||Large-scale snowfall|m of water equivalent||240
acf||Accumulated cloud fraction tendency|(-1 to 1)||241
alw||Accumulated liquid water tendency|(-1 to 1)||242
fal||Forecast albedo|(0 - 1)||243
fsr||Forecast surface roughness|m||244
flsr||Forecast logarithm of surface roughness for heat|Numeric||245
clwc||Specific cloud liquid water content|kg kg**-1||246
ciwc||Specific cloud ice water content|kg kg**-1||247
cc||Fraction of cloud cover|(0 - 1)||248
aiw||Accumulated ice water tendency|(-1 to 1)||249
ice||Ice age|(0 - 1)||250
atte||Adiabatic tendency of temperature|K||251
athe||Adiabatic tendency of humidity|kg kg**-1||252
atze||Adiabatic tendency of zonal wind|m s**-1||253
atmw||Adiabatic tendency of meridional wind|m s**-1||254
~|p255|Indicates a missing value|~||255
cin||Convective inhibition|J kg**-1||228001
orog||Orography|m||228002
zust||Friction velocity|m s**-1||228003
avg_2t||Time-mean 2 metre temperature|K||228004
avg_10ws||Time-mean 10 metre wind speed|m s**-1||228005
meantcc||Mean total cloud cover|(0 - 1)||228006
dl||Lake total depth|m||228007
lmlt||Lake mix-layer temperature|K||228008
lmld||Lake mix-layer depth|m||228009
lblt||Lake bottom temperature|K||228010
ltlt||Lake total layer temperature|K||228011
lshf||Lake shape factor|dimensionless||228012
lict||Lake ice surface temperature|K||228013
licd||Lake ice total depth|m||228014
dndzn||Minimum vertical gradient of refractivity inside trapping layer|m**-1||228015
dndza||Mean vertical gradient of refractivity inside trapping layer|m**-1||228016
dctb||Duct base height|m||228017
tplb||Trapping layer base height|m||228018
tplt||Trapping layer top height|m||228019
degm10l||Geometric height of -10 degrees C atmospheric isothermal level above ground|m||228020
fdir||Surface direct short-wave (solar) radiation|J m**-2||228021
cdir||Surface direct short-wave radiation, clear sky|J m**-2||228022
cbh||Cloud base height|m||228023
deg0l||Geometric height of 0 degrees C atmospheric isothermal level above ground|m||228024
hvis||Horizontal visibility|m||228025
mx2t3||Maximum temperature at 2 metres in the last 3 hours|K||228026
mn2t3||Minimum temperature at 2 metres in the last 3 hours|K||228027
10fg3|fg10_3|Maximum 10 metre wind gust in the last 3 hours|m s**-1||228028
i10fg||Instantaneous 10 metre wind gust|m s**-1||228029
2rhw|rhw2|2 metre relative humidity with respect to water|%||228037
sm||Soil moisture|kg m**-3||228039
swi1||Soil wetness index in layer 1|dimensionless||228040
swi2||Soil wetness index in layer 2|dimensionless||228041
swi3||Soil wetness index in layer 3|dimensionless||228042
swi4||Soil wetness index in layer 4|dimensionless||228043
capes||Convective available potential energy shear|m**2 s**-2||228044
hcct||Height of convective cloud top|m||228046
hwbt0||Height of zero-degree wet-bulb temperature|m||228047
hwbt1||Height of one-degree wet-bulb temperature|m||228048
litoti||Instantaneous total lightning flash density|km**-2 day**-1||228050
litota1||Averaged total lightning flash density in the last hour|km**-2 day**-1||228051
licgi||Instantaneous cloud-to-ground lightning flash density|km**-2 day**-1||228052
licga1||Averaged cloud-to-ground lightning flash density in the last hour|km**-2 day**-1||228053
smnnob||SMOS observed soil moisture retrieved using neural network|m**3 m**-3||228070
smnner||SMOS observed soil moisture uncertainty retrieved using neural network|m**3 m**-3||228071
smnnrfi||SMOS radio frequency interference probability|%||228072
smnnnb||SMOS number of observations per grid point|dimensionless||228073
smnntim||SMOS observation time for the satellite soil moisture data|hour||228074
gppbfas||GPP coefficient from Biogenic Flux Adjustment System|dimensionless||228078
recbfas||Rec coefficient from Biogenic Flux Adjustment System|dimensionless||228079
aco2nee||Accumulated Carbon Dioxide Net Ecosystem Exchange|kg m**-2||228080
aco2gpp||Accumulated Carbon Dioxide Gross Primary Production|kg m**-2||228081
aco2rec||Accumulated Carbon Dioxide Ecosystem Respiration|kg m**-2||228082
fco2nee||Carbon dioxide net ecosystem exchange flux|kg m**-2 s**-1||228083
fco2gpp||Carbon dioxide gross primary production flux|kg m**-2 s**-1||228084
fco2rec||Carbon dioxide ecosystem respiration flux|kg m**-2 s**-1||228085
tcslw||Total column supercooled liquid water|kg m**-2||228088
tcrw||Total column rain water|kg m**-2||228089
tcsw||Total column snow water|kg m**-2||228090
ccf||Canopy cover fraction|(0 - 1)||228091
stf||Soil texture fraction|(0 - 1)||228092
swv||Volumetric soil moisture|m**3 m**-3||228093
ist||Ice temperature|K||228094
ceil||Ceiling|m||260109
kx||K index|K||260121
totalx||Total totals index|K||260123
ssrdc||Surface short-wave (solar) radiation downward clear-sky|J m**-2||228129
strdc||Surface long-wave (thermal) radiation downward clear-sky|J m**-2||228130
u10n||10 metre u-component of neutral wind|m s**-1||228131
v10n||10 metre v-component of neutral wind|m s**-1||228132
vtnowd||V-tendency from non-orographic wave drag|m s**-2||228134
utnowd||U-tendency from non-orographic wave drag|m s**-2||228136
st||Soil temperature|K||228139
sd||Snow depth water equivalent|kg m**-2||228141
sf||Snowfall water equivalent|kg m**-2||228144
tcc||Total Cloud Cover|%||228164
cap||Field capacity|kg m**-3||228170
wilt||Wilting point|kg m**-3||228171
fzra||Accumulated freezing rain|m||228216
ilspf||Instantaneous large-scale precipitation fraction|Proportion||228217
crr||Convective rain rate|kg m**-2 s**-1||228218
lsrr||Large scale rain rate|kg m**-2 s**-1||228219
csfr||Convective snowfall rate water equivalent|kg m**-2 s**-1||228220
lssfr||Large scale snowfall rate water equivalent|kg m**-2 s**-1||228221
mxtpr3||Maximum total precipitation rate in the last 3 hours|kg m**-2 s**-1||228222
mntpr3||Minimum total precipitation rate in the last 3 hours|kg m**-2 s**-1||228223
mxtpr6||Maximum total precipitation rate in the last 6 hours|kg m**-2 s**-1||228224
mntpr6||Minimum total precipitation rate in the last 6 hours|kg m**-2 s**-1||228225
mxtpr||Maximum total precipitation rate since previous post-processing|kg m**-2 s**-1||228226
mntpr||Minimum total precipitation rate since previous post-processing|kg m**-2 s**-1||228227
tp||Total Precipitation|kg m**-2||228228
smos_tb_cdfa||SMOS first Brightness Temperature Bias Correction parameter|K||228229
smos_tb_cdfb||SMOS second Brightness Temperature Bias Correction parameter|dimensionless||228230
200u|u200|200 metre U wind component|m s**-1||228239
200v|v200|200 metre V wind component|m s**-1||228240
200si|si200|200 metre wind speed|m s**-1||228241
fdif||Surface solar radiation diffuse total sky|J m**-2||228242
cdif||Surface solar radiation diffuse clear-sky|J m**-2||228243
aldr||Surface albedo of direct radiation|(0 - 1)||228244
aldf||Surface albedo of diffuse radiation|(0 - 1)||228245
100u|u100|100 metre U wind component|m s**-1||228246
100v|v100|100 metre V wind component|m s**-1||228247
100si|si100|100 metre wind speed|m s**-1||228249
irrfr||Irrigation fraction|Proportion||228250
pev||Potential evaporation|m||228251
irr||Irrigation|m||228252
ascat_sm_cdfa||ASCAT first soil moisture CDF matching parameter|m**3 m**-3||228253
ascat_sm_cdfb||ASCAT second soil moisture CDF matching parameter|dimensionless||228254
ptend||Pressure tendency|Pa s**-1||3003
icaht||ICAO Standard Atmosphere reference height|m||3005
h||Geometrical height above ground|m||3008
hstdv||Standard deviation of height|m||3009
vtmp||Virtual temperature|K||300012
papt||Pseudo-adiabatic potential temperature|K||3014
tmax||Maximum temperature|K||3015
tmin||Minimum temperature|K||3016
dpt||Dew point temperature|K||3017
depr||Dew point depression (or deficit)|K||3018
lapr||Lapse rate|K m**-1||3019
vis||Visibility|m||3020
rdsp1||Radar spectra (1)|~||3021
rdsp2||Radar spectra (2)|~||3022
rdsp3||Radar spectra (3)|~||3023
pli||Parcel lifted index (to 500 hPa)|K||3024
ta||Temperature anomaly|K||3025
presa||Pressure anomaly|Pa||3026
gpa||Geopotential height anomaly|gpm||3027
wvsp1||Wave spectra (1)|~||3028
wvsp2||Wave spectra (2)|~||3029
wvsp3||Wave spectra (3)|~||3030
wdir||Wind direction|Degree true||3031
mntsf||Montgomery stream Function|m**2 s**-2||3037
sgcvv||Sigma coordinate vertical velocity|s**-1||3038
absv||Absolute vorticity|s**-1||3041
absd||Absolute divergence|s**-1||3042
vucsh||Vertical u-component shear|s**-1||3045
vvcsh||Vertical v-component shear|s**-1||3046
dirc||Direction of current|Degree true||3047
spc||Speed of current|m s**-1||3048
mixr||Humidity mixing ratio|kg kg**-1||3053
pwat||Precipitable water|kg m**-2||3054
vp||Vapour pressure|Pa||3055
satd||Saturation deficit|Pa||3056
prate||Precipitation rate|kg m**-2 s**-1||3059
tstm||Thunderstorm probability|%||3060
lsp||Large-scale precipitation|kg m**-2||3062
acpcp||Convective precipitation (water)|kg m**-2|lwe_thickness_of_convective_precipitation_amount|3063
srweq||Snow fall rate water equivalent|kg m**-2 s**-1||3064
sde||Snow depth|m|lwe_thickness_of_surface_snow_amount|3066
mld||Mixed layer depth|m||3067
tthdp||Transient thermocline depth|m||3068
mthd||Main thermocline depth|m||3069
mtha||Main thermocline anomaly|m||3070
ccc||Convective cloud cover|%|convective_cloud_area_fraction|3072
lcc||Low cloud cover|%||3073
mcc||Medium cloud cover|%||3074
hcc||High cloud cover|%||3075
cwat||Cloud water|kg m**-2||260102
bli||Best lifted index (to 500 hPa)|K||3077
snoc||Convective snow|kg m**-2||260011
lssf||Large scale snow|kg m**-2||3079
wtmp||Water temperature|K||3080
dslm||Deviation of sea-level from mean|m||3082
al||Forecast albedo|%|surface_albedo|260509
vegrea||Percentage of vegetation|%||160199
s||Salinity|kg kg**-1||3088
den||Density|kg m**-3||3089
icec||Ice cover (1=ice, 0=no ice)|(0 - 1)||3091
icetk||Ice thickness|m||3092
diced||Direction of ice drift|Degree true||3093
siced||Speed of ice drift|m s**-1||3094
uice||U-component of ice drift|m s**-1||3095
vice||V-component of ice drift|m s**-1||3096
iceg||Ice growth rate|m s**-1||3097
iced||Ice divergence|s**-1||3098
snom||Snowmelt|kg m**-2||3099
swh||Significant height of combined wind waves and swell|m||3100
mdww||Mean direction of wind waves|Degree true||3101
shww||Significant height of wind waves|m||3102
mpww||Mean period of wind waves|s||3103
swdir||Direction of swell waves|Degree true||3104
swell||Significant height of swell waves|m||3105
swper||Mean period of swell waves|s||3106
mdps||Primary wave direction|Degree true||3107
mpps||Primary wave mean period|s||3108
dirsw||Secondary wave direction|Degree true||3109
swp||Secondary wave mean period|s||3110
nswrs||Net short-wave radiation flux (surface)|W m**-2||3111
nlwrs||Net long-wave radiation flux (surface)|W m**-2||3112
nswrt||Net short-wave radiation flux(atmosph.top)|W m**-2||3113
nlwrt||Net long-wave radiation flux(atmosph.top)|W m**-2||3114
lwavr||Long wave radiation flux|W m**-2||3115
swavr||Short wave radiation flux|W m**-2||3116
grad||Global radiation flux|W m**-2||3117
lwrad||Radiance (with respect to wave number)|W m**-1 sr**-1||3119
swrad||Radiance (with respect to wave length)|W m**-3 sr**-1||3120
lhf||Latent heat flux|W m**-2|surface_upward_latent_heat_flux|3121
shf||Sensible heat flux|W m**-2|surface_upward_sensible_heat_flux|3122
bld||Boundary layer dissipation|W m**-2|kinetic_energy_dissipation_in_atmosphere_boundary_layer|3123
uflx||Momentum flux, u-component|N m**-2||3124
vflx||Momentum flux, v-component|N m**-2||3125
wmixe||Wind mixing energy|J||3126
imgd||Image data|~||3127
avg_t||Time-mean temperature|K|air_temperature|235130
max_t||Time-maximum temperature|K|air_temperature|237130
min_t||Time-minimum temperature|K|air_temperature|238130
max_2t|mx2t|Time-maximum 2 metre temperature|K|air_temperature|237167
min_2t|mn2t|Time-minimum 2 metre temperature|K|air_temperature|238167
avg_pt||Time-mean potential temperature|K||235269
max_pt||Time-maximum potential temperature|K||237269
min_pt||Time-minimum potential temperature|K||238269
avg_2d||Time-mean 2 metre dewpoint temperature|K||235168
max_2d||Time-maximum 2 metre dewpoint temperature|K||237168
min_2d||Time-minimum 2 metre dewpoint temperature|K||238168
slhtf||Surface latent heat net flux|W m**-2||260002
avg_slhtf||Time-mean surface latent heat flux|W m**-2||235034
max_slhtf||Time-maximum surface latent heat flux|W m**-2||237034
min_slhtf||Time-minimum surface latent heat flux|W m**-2||238034
avg_ishf||Time-mean surface sensible heat flux|W m**-2||235033
max_ishf||Time-maximum surface sensible heat flux|W m**-2||237033
min_ishf||Time-minimum surface sensible heat flux|W m**-2||238033
heatx||Heat index|K||260004
wcf||Wind chill factor|K||260005
mindpd||Minimum dew point depression|K||260006
vptmp||Virtual potential temperature|K||3012
snohf||Snow phase change heat flux|W m**-2||260007
avg_skt||Time-mean skin temperature|K||235079
max_skt||Time-maximum skin temperature|K||237079
min_skt||Time-minimum skin temperature|K||238079
tdch||Turbulent diffusion coefficient for heat|m**2 s**-1||162159
tdcha||Time-integrated turbulent diffusion coefficient for heat|m**2||162109
avg_tdch||Time-mean turbulent diffusion coefficient for heat|m**2 s**-1||235014
max_tdch||Time-maximum turbulent diffusion coefficient for heat|m**2 s**-1||237014
min_tdch||Time-minimum turbulent diffusion coefficient for heat|m**2 s**-1||238014
aptmp||Apparent temperature|K||260255
ttswr||Temperature tendency due to short-wave radiation|K s**-1||162150
srta||Time-integrated temperature tendency due to short-wave radiation|K||162100
avg_ttswr||Time-mean temperature tendency due to short-wave radiation|K s**-1||235001
max_ttswr||Time-maximum temperature tendency due to short-wave radiation|K s**-1||237001
min_ttswr||Time-minimum temperature tendency due to short-wave radiation|K s**-1||238001
ttlwr||Temperature tendency due to long-wave radiation|K s**-1||162151
trta||Time-integrated temperature tendency due to long-wave radiation|K||162101
avg_ttlwr||Time-mean temperature tendency due to long-wave radiation|K s**-1||235002
max_ttlwr||Time-maximum temperature tendency due to long-wave radiation|K s**-1||237002
min_ttlwr||Time-minimum temperature tendency due to long-wave radiation|K s**-1||238002
ttswrcs||Temperature tendency due to short-wave radiation, clear sky|K s**-1||162152
srtca||Time-integrated temperature tendency due to short wave radiation, clear sky|K||162102
avg_ttswrcs||Time-mean temperature tendency due to short wave radiation, clear sky|K s**-1||235003
max_ttswrcs||Time-maximum temperature tendency due to short wave radiation, clear sky|K s**-1||237003
min_ttswrcs||Time-minimum temperature tendency due to short wave radiation, clear sky|K s**-1||238003
ttlwrcs||Temperature tendency due to long-wave radiation, clear sky|K s**-1||162153
trtca||Time-integrated temperature tendency due to long-wave radiation, clear sky|K||162103
avg_ttlwrcs||Time-mean temperature tendency due to long-wave radiation, clear sky|K s**-1||235004
max_ttlwrcs||Time-maximum temperature tendency due to long-wave radiation, clear sky|K s**-1||237004
min_ttlwrcs||Time-minimum temperature tendency due to long-wave radiation, clear sky|K s**-1||238004
ttpm||Temperature tendency due to parametrisations|K s**-1||162160
ttpha||Time-integrated temperature tendency due to parametrisations|K||162110
avg_ttpm||Time-mean temperature tendency due to parametrisations|K s**-1||235005
max_ttpm||Time-maximum temperature tendency due to parametrisations|K s**-1||237005
min_ttpm||Time-minimum temperature tendency due to parametrisations|K s**-1||238005
wbt||Wet-bulb temperature|K||261023
tislhef||Time integral of surface latent heat evaporation flux|J m**-2||235019
tislhsf||Time integral of surface latent heat sublimation flux|J m**-2||235071
wbpt||Wet-bulb potential temperature|K||261022
avg_q||Time-mean specific humidity|kg kg**-1|specific_humidity|235133
max_q||Time-maximum specific humidity|kg kg**-1|specific_humidity|237133
min_q||Time-minimum specific humidity|kg kg**-1|specific_humidity|238133
2sh|sh2|2 metre specific humidity|kg kg**-1|specific_humidity|174096
avg_2sh||Time-mean 2 metre specific humidity|kg kg**-1|specific_humidity|235089
max_2sh||Time-maximum 2 metre specific humidity|kg kg**-1|specific_humidity|237089
min_2sh||Time-minimum 2 metre specific humidity|kg kg**-1|specific_humidity|238089
avg_r||Time-mean relative humidity|%|relative_humidity|235157
max_r||Time-maximum relative humidity|%|relative_humidity|237157
min_r||Time-minimum relative humidity|%|relative_humidity|238157
2r|r2|2 metre relative humidity|%|relative_humidity|260242
avg_2r||Time-mean 2 metre relative humidity|%|relative_humidity|235092
max_2r||Time-maximum 2 metre relative humidity|%|relative_humidity|237092
min_2r||Time-minimum 2 metre relative humidity|%|relative_humidity|238092
vapp||Vapor pressure|Pa||260008
ncpcp||Large scale precipitation (non-convective)|kg m**-2||260009
srweq||Snowfall rate water equivalent|kg m**-2 s**-1||260010
sdwe||Water equivalent of accumulated snow depth (deprecated)|kg m**-2||260056
snol||Large scale snow|kg m**-2||260012
snoag||Snow age|day||260013
absh||Absolute humidity|kg m**-3||260014
ptype||Precipitation type|(Code table 4.201)||260015
iliqw||Integrated liquid water|kg m**-2||260016
tcond||Condensate|kg kg**-1||260017
clwmr||Cloud mixing ratio|kg kg**-1||260018
icmr||Ice water mixing ratio|kg kg**-1||260019
rwmr||Rain mixing ratio|kg kg**-1||260020
snmr||Snow mixing ratio|kg kg**-1||260021
mconv||Horizontal moisture convergence|kg kg**-1 s**-1||260022
maxrh||Maximum relative humidity|%||260023
maxah||Maximum absolute humidity|kg m**-3||260024
pwcat||Precipitable water category|(Code table 4.202)||260026
hail||Hail|m||260027
grle||Graupel (snow pellets)|kg kg**-1||260028
crain||Categorical rain|(Code table 4.222)||260029
cfrzr||Categorical freezing rain|(Code table 4.222)||260030
cicep||Categorical ice pellets|(Code table 4.222)||260031
csnow||Categorical snow|(Code table 4.222)||260032
cp||Convective precipitation|kg m**-2||228143
cpr||Convective precipitation rate|kg m**-2 s**-1||260033
avg_cpr||Time-mean convective precipitation rate|kg m**-2 s**-1||235030
max_cpr||Time-maximum convective precipitation rate|kg m**-2 s**-1||237030
min_cpr||Time-minimum convective precipitation rate|kg m**-2 s**-1||238030
mdiv||Horizontal moisture divergence|kg kg**-1 s**-1||260034
cpofp||Percent frozen precipitation|%||260035
pevap||Potential evaporation|kg m**-2||260036
snowc||Snow cover|%||260038
frain||Rain fraction of total cloud water|Proportion||260039
rime||Rime factor|Numeric||260040
tcolr||Total column integrated rain|kg m**-2||260041
tcols||Total column integrated snow|kg m**-2||260042
lswp||Large scale water precipitation (non-convective)|kg m**-2||260043
cwp||Convective water precipitation|kg m**-2||260044
twatp||Total water precipitation|kg m**-2||260045
tcwat||Total column water (Vertically integrated total water (vapour + cloud water/ice))|kg m**-2||260047
tpf||Total precipitation flux|kg m**-2 s**-1||162158
avg_tpf||Time-mean total precipitation flux|kg m**-2 s**-1||235013
tpfa||Time-integrated total precipitation flux|kg m**-2||162108
max_tpf||Time-maximum total precipitation flux|kg m**-2 s**-1||237013
min_tpf||Time-minimum total precipitation flux|kg m**-2 s**-1||238013
tprate||Total precipitation rate|kg m**-2 s**-1||260048
avg_tprate||Time-mean total precipitation rate|kg m**-2 s**-1||235055
max_tprate||Time-maximum total precipitation rate|kg m**-2 s**-1||237055
min_tprate||Time-minimum total precipitation rate|kg m**-2 s**-1||238055
tsrwe||Total snowfall rate water equivalent|kg m**-2 s**-1||260049
avg_tsrwe||Time-mean total snowfall rate water equivalent|kg m**-2 s**-1||235031
max_tsrwe||Time-maximum total snowfall rate water equivalent|kg m**-2 s**-1||237031
min_tsrwe||Time-minimum snowfall rate|kg m**-2 s**-1||238031
lsprate||Large scale precipitation rate|kg m**-2 s**-1||260050
avg_lsprate||Time-mean large-scale precipitation rate|kg m**-2 s**-1||235029
max_lsprate||Time-maximum large-scale precipitation rate|kg m**-2 s**-1||237029
min_lsprate||Time-minimum large-scale precipitation rate|kg m**-2 s**-1||238029
csfwe||Convective snowfall water equivalent|kg m**-2||231057
avg_csfr||Time-mean convective snowfall rate water equivalent|kg m**-2 s**-1||235056
max_csfr||Time-maximum convective snowfall rate water equivalent|kg m**-2 s**-1||237056
min_csfr||Time-minimum convective snowfall rate water equivalent|kg m**-2 s**-1||238056
lsfwe||Large-scale snowfall water equivalent|kg m**-2||231058
avg_lssfr||Time-mean large scale snowfall rate water equivalent|kg m**-2 s**-1||235057
max_lssfr||Time-maximum large scale snowfall rate water equivalent|kg m**-2 s**-1||237057
min_lssfr||Time-minimum large scale snowfall rate water equivalent|kg m**-2 s**-1||238057
tsrate||Total snowfall rate|m s**-1||260053
asnow||Total snowfall|m||260025
csrate||Convective snowfall rate|m s**-1||260054
lssrate||Large scale snowfall rate|m s**-1||260055
avg_sd||Time-mean snow depth water equivalent|kg m**-2||235078
max_sd||Time-maximum snow depth water equivalent|kg m**-2||237078
min_sd||Time-minimum snow depth water equivalent|kg m**-2||238078
avg_rsn||Time-mean snow density|kg m**-3||235080
max_rsn||Time-maximum snow density|kg m**-3||237080
min_rsn||Time-minimum snow density|kg m**-3||238080
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
avg_crr||Time-mean convective rain rate|kg m**-2 s**-1||235330
max_crr||Time-maximum convective rain rate|kg m**-2 s**-1||237330
min_crr||Time-minimum convective rain rate|kg m**-2 s**-1||238330
avg_lsrr||Time-mean large scale rain rate|kg m**-2 s**-1||235331
max_lsrr||Time-maximum large scale rain rate|kg m**-2 s**-1||237331
min_lsrr||Time-minimum large scale rain rate|kg m**-2 s**-1||238331
eva||Evaporation|kg m**-2||260259
avg_ie||Time-mean moisture flux|kg m**-2 s**-1||235043
max_ie||Time-maximum moisture flux|kg m**-2 s**-1||237043
min_ie||Time-minimum evaporation rate|kg m**-2 s**-1||238043
avg_clwc||Time-mean specific cloud liquid water content|kg kg**-1||235246
max_clwc||Time-maximum specific cloud liquid water content|kg kg**-1||237246
min_clwc||Time-minimum specific cloud liquid water content|kg kg**-1||238246
avg_ciwc||Time-mean specific cloud ice water content|kg kg**-1||235247
max_ciwc||Time-maximum specific cloud ice water content|kg kg**-1||237247
min_ciwc||Time-minimum specific cloud ice water content|kg kg**-1||238247
avg_crwc||Time-mean specific rain water content|kg kg**-1||235101
max_crwc||Time-maximum specific rain water content|kg kg**-1||237101
min_crwc||Time-minimum specific rain water content|kg kg**-1||238101
avg_cswc||Time-mean specific snow water content|kg kg**-1||235102
max_cswc||Time-maximum specific snow water content|kg kg**-1||237102
min_cswc||Time-minimum specific snow water content|kg kg**-1||238102
rhw||Relative humidity with respect to water|%||228030
avg_rhw||Time-mean relative humidity with respect to water|%||235319
max_rhw||Time-maximum relative humidity with respect to water|%||237319
min_rhw||Time-minimum relative humidity with respect to water|%||238319
avg_2rhw||Time-mean 2 metre relative humidity with respect to water|%||235320
max_2rhw||Time-maximum 2 metre relative humidity with respect to water|%||237320
min_2rhw||Time-minimum 2 metre relative humidity with respect to water|%||238320
rhi||Relative humidity with respect to ice|%||228031
avg_wdir||Time-mean wind direction|Degree true||235106
max_wdir||Time-maximum wind direction|Degree true||237106
min_wdir||Time-minimum wind direction|Degree true||238106
10wdir|wdir10|10 metre wind direction|Degree true||260260
avg_10wdir||Time-mean 10 metre wind direction|Degree true||235261
max_10wdir||Time-maximum 10 metre wind direction|Degree true||237261
min_10wdir||Time-minimum 10 metre wind direction|Degree true||238261
avg_ws||Time-mean wind speed|m s**-1||235097
max_ws||Time-maximum wind speed|m s**-1||237097
min_ws||Time-minimum wind speed|m s**-1||238097
max_10si||Time-maximum 10 metre wind speed|m s**-1||237207
min_10si||Time-minimum 10 metre wind speed|m s**-1||238207
avg_u||Time-mean U component of wind|m s**-1|eastward_wind|235131
max_u||Time-maximum u component of wind|m s**-1|eastward_wind|237131
min_u||Time-minimum u component of wind|m s**-1|eastward_wind|238131
avg_10u||Time-mean 10 metre U wind component|m s**-1|eastward_wind|235165
max_10u||Time-maximum 10 metre U wind component|m s**-1|eastward_wind|237165
min_10u||Time-minimum 10 metre U wind component|m s**-1|eastward_wind|238165
avg_v||Time-mean V component of wind|m s**-1|northward_wind|235132
max_v||Time-maximum v component of wind|m s**-1|northward_wind|237132
min_v||Time-minimum v component of wind|m s**-1|northward_wind|238132
avg_10v||Time-mean 10 metre V wind component|m s**-1|northward_wind|235166
max_10v||Time-maximum 10 metre V wind component|m s**-1|northward_wind|237166
min_10v||Time-minimum 10 metre V wind component|m s**-1|northward_wind|238166
avg_mont||Time-mean montgomery potential|m**2 s**-2||235286
max_mont||Time-maximum montgomery potential|m**2 s**-2||237286
min_mont||Time-minimum montgomery potential|m**2 s**-2||238286
avg_w||Time-mean vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure|235135
max_w||Time-maximum vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure|237135
min_w||Time-minimum vertical velocity|Pa s**-1|lagrangian_tendency_of_air_pressure|238135
wz||Geometric vertical velocity|m s**-1||260238
avg_vo||Time-mean vorticity (relative)|s**-1|atmosphere_relative_vorticity|235138
max_vo||Time-maximum vorticity (relative)|s**-1|atmosphere_relative_vorticity|237138
min_vo||Time-minimum vorticity (relative)|s**-1|atmosphere_relative_vorticity|238138
avg_d||Time-mean divergence|s**-1|divergence_of_wind|235155
max_d||Time-maximum divergence|s**-1|divergence_of_wind|237155
min_d||Time-minimum divergence|s**-1|divergence_of_wind|238155
avg_pv||Time-mean potential vorticity|K m**2 kg**-1 s**-1||235100
max_pv||Time-maximum potential vorticity|K m**2 kg**-1 s**-1||237100
min_pv||Time-minimum potential vorticity|K m**2 kg**-1 s**-1||238100
tisemf||Time integral of surface eastward momentum flux|N m**-2 s||235017
utaua||U-component of atmospheric surface momentum flux|N m**-2||140101
avg_utaua||Time-mean U-component of atmospheric surface momentum flux|N m**-2||141101
max_utaua||Time-maximum U-component of atmospheric surface momentum flux|N m**-2||143101
min_utaua||Time-minimum U-component of atmospheric surface momentum flux|N m**-2||144101
tisnmf||Time integral of surface northward momentum flux|N m**-2 s||235018
vtaua||V-component of atmospheric surface momentum flux|N m**-2||140102
avg_vtaua||Time-mean V-component of atmospheric surface momentum flux|N m**-2||141102
max_vtaua||Time-maximum V-component of atmospheric surface momentum flux|N m**-2||143102
min_vtaua||Time-minimum V-component of atmospheric surface momentum flux|N m**-2||144102
ibld||Instantaneous boundary layer dissipation|W m**-2||260670
avg_ibld||Time-mean boundary layer dissipation|W m**-2||235032
max_ibld||Time-maximum boundary layer dissipation|W m**-2||237032
min_ibld||Time-minimum boundary layer dissipation|W m**-2||238032
maxgust||Maximum wind speed|m s**-1||260064
gust||Wind speed (gust)|m s**-1||260065
avg_i10fg||Time-mean 10 metre wind gust|m s**-1||235318
max_i10fg|fg10|Time-maximum 10 metre wind gust|m s**-1||237318
min_i10fg||Time-minimum 10 metre wind gust|m s**-1||238318
ugust||u-component of wind (gust)|m s**-1||260066
max_10efg|efg10|Time-maximum 10 metre eastward wind gust|m s**-1||237384
vgust||v-component of wind (gust)|m s**-1||260067
max_10nfg|nfg10|Time-maximum 10 metre northward wind gust|m s**-1||237385
vwsh||Vertical speed shear|s**-1||260068
mflx||Horizontal momentum flux|N m**-2||260069
ustm||U-component storm motion|m s**-1||260070
vstm||V-component storm motion|m s**-1||260071
cd||Drag coefficient|Numeric||260072
fricv||Frictional velocity|m s**-1||260073
avg_etadot||Time-mean eta-coordinate vertical velocity|s**-1||235103
max_etadot||Time-maximum eta-coordinate vertical velocity|s**-1||237103
min_etadot||Time-minimum eta-coordinate vertical velocity|s**-1||238103
utpm||Eastward wind tendency due to parametrisations|m s**-2||162162
utpha||Time-integrated eastward wind tendency due to parametrisations|m s**-1||162112
avg_utpm||Time-mean eastward wind tendency due to parametrisations|m s**-2||235007
max_utpm||Time-maximum eastward wind tendency due to parametrisations|m s**-2||237007
min_utpm||Time-minimum eastward wind tendency due to parametrisations|m s**-2||238007
vtpm||Northward wind tendency due to parametrisations|m s**-2||162163
vtpha||Time-integrated northward wind tendency due to parametrisations|m s**-1||162113
avg_vtpm||Time-mean northward wind tendency due to parametrisations|m s**-2||235008
max_vtpm||Time-maximum northward wind tendency due to parametrisations|m s**-2||237008
min_vtpm||Time-minimum northward wind tendency due to parametrisations|m s**-2||238008
srhe||Surface roughness for heat|m||231063
avg_srhe||Time-mean surface roughness for heat|m||235395
max_srhe||Time-maximum surface roughness for heat|m||237395
min_srhe||Time-minimum surface roughness for heat|m||238395
srmo||Surface roughness for moisture|m||231064
avg_flsr||Time-mean forecast logarithm of surface roughness for heat|Numeric||235245
max_flsr||Time-maximum forecast logarithm of surface roughness for heat|Numeric||237245
min_flsr||Time-minimum forecast logarithm of surface roughness for heat|Numeric||238245
flsrm||Forecast logarithm of surface roughness length for moisture|Numeric||231008
imagss||Instantaneous magnitude of turbulent surface stress|N m**-2||260669
avg_imagss||Time-mean magnitude of turbulent surface stress|N m**-2||235025
max_imagss||Time-maximum magnitude of turbulent surface stress|N m**-2||237025
min_imagss||Time-minimum magnitude of turbulent surface stress|N m**-2||238025
vdiv||Vertical divergence|s**-1||231014
dtc||Drag thermal coefficient|Numeric||231015
dec||Drag evaporation coefficient|Numeric||231016
avg_iews||Time-mean eastward turbulent surface stress|N m**-2||235041
max_iews||Time-maximum eastward turbulent surface stress|N m**-2||237041
min_iews||Time-minimum eastward turbulent surface stress|N m**-2||238041
avg_inss||Time-mean northward turbulent surface stress|N m**-2||235042
max_inss||Time-maximum northward turbulent surface stress|N m**-2||237042
min_inss||Time-minimum northward turbulent surface stress|N m**-2||238042
etssofd||Time-integrated eastward turbulent surface stress due to orographic form drag|N m**-2 s||260652
ietssofd||Instantaneous eastward turbulent surface stress due to orographic form drag|N m**-2||260678
avg_ietssofd||Time-mean eastward turbulent surface stress due to orographic form drag|N m**-2||235378
max_ietssofd||Time-maximum eastward turbulent surface stress due to orographic form drag|N m**-2||237378
min_ietssofd||Time-minimum eastward turbulent surface stress due to orographic form drag|N m**-2||238378
ntssofd||Time-integrated northward turbulent surface stress due to orographic form drag|N m**-2 s||260653
intssofd||Instantaneous northward turbulent surface stress due to orographic form drag|N m**-2||260679
avg_intssofd||Time-mean northward turbulent surface stress due to orographic form drag|N m**-2||235379
max_intssofd||Time-maximum northward turbulent surface stress due to orographic form drag|N m**-2||237379
min_intssofd||Time-minimum northward turbulent surface stress due to orographic form drag|N m**-2||238379
etsssr||Time-integrated eastward turbulent surface stress due to surface roughness|N m**-2 s||260654
ietsssr||Instantaneous eastward turbulent surface stress due to surface roughness|N m**-2||260680
avg_ietsssr||Time-mean eastward turbulent surface stress due to surface roughness|N m**-2||235380
max_ietsssr||Time-maximum eastward turbulent surface stress due to surface roughness|N m**-2||237380
min_ietsssr||Time-minimum eastward turbulent surface stress due to surface roughness|N m**-2||238380
ntsssr||Time-integrated northward turbulent surface stress due to surface roughness|N m**-2 s||260655
intsssr||Instantaneous northward turbulent surface stress due to surface roughness|N m**-2||260681
avg_intsssr||Time-mean northward turbulent surface stress due to surface roughness|N m**-2||235381
max_intsssr||Time-maximum northward turbulent surface stress due to surface roughness|N m**-2||237381
min_intsssr||Time-minimum northward turbulent surface stress due to surface roughness|N m**-2||238381
avg_pres||Time-mean pressure|Pa||235098
max_pres||Time-maximum pressure|Pa||237098
min_pres||Time-minimum pressure|Pa||238098
avg_sp||Time-mean surface pressure|Pa|surface_air_pressure|235134
max_sp||Time-maximum surface pressure|Pa|surface_air_pressure|237134
min_sp||Time-minimum surface pressure|Pa|surface_air_pressure|238134
avg_msl||Time-mean mean sea level pressure|Pa|air_pressure_at_mean_sea_level|235151
max_msl||Time-maximum mean sea level pressure|Pa|air_pressure_at_mean_sea_level|237151
min_msl||Time-minimum mean sea level pressure|Pa|air_pressure_at_mean_sea_level|238151
prmsl||Pressure reduced to MSL|Pa||260074
avg_z||Time-mean geopotential|m**2 s**-2|geopotential|235129
max_z||Time-maximum geopotential|m**2 s**-2|geopotential|237129
min_z||Time-minimum geopotential|m**2 s**-2|geopotential|238129
alts||Altimeter setting|Pa||260076
thick||Thickness|m||260077
presalt||Pressure altitude|m||260078
denalt||Density altitude|m||260079
5wavh|wavh5|5-wave geopotential height|gpm||260080
iegwss||Instantaneous eastward gravity wave surface stress|N m**-2||260081
avg_iegwss||Time-mean eastward gravity wave surface stress|N m**-2||235045
max_iegwss||Time-maximum eastward gravity wave surface stress|N m**-2||237045
min_iegwss||Time-minimum eastward gravity wave surface stress|N m**-2||238045
ingwss||Instantaneous northward gravity wave surface stress|N m**-2||260082
avg_ingwss||Time-mean northward gravity wave surface stress|N m**-2||235046
max_ingwss||Time-maximum northward gravity wave surface stress|N m**-2||237046
min_ingwss||Time-minimum northward gravity wave surface stress|N m**-2||238046
avg_blh||Time-mean boundary layer height|m||235159
max_blh||Time-maximum boundary layer height|m||237159
min_blh||Time-minimum boundary layer height|m||238159
5wava|wava5|5-wave geopotential height anomaly|gpm||260084
igwd||Instantaneous gravity wave dissipation|W m**-2||260673
avg_igwd||Time-mean gravity wave dissipation|W m**-2||235047
max_igwd||Time-maximum gravity wave dissipation|W m**-2||237047
min_igwd||Time-minimum gravity wave dissipation|W m**-2||238047
umf||Updraught mass flux|kg m**-2 s**-1||162154
umfa||Time-integrated updraught mass flux|kg m**-2||162104
avg_umf||Time-mean updraught mass flux|kg m**-2 s**-1||235009
max_umf||Time-maximum updraught mass flux|kg m**-2 s**-1||237009
min_umf||Time-minimum updraught mass flux|kg m**-2 s**-1||238009
dmf||Downdraught mass flux|kg m**-2 s**-1||162155
dmfa||Time-integrated downdraught mass flux|kg m**-2||162105
avg_dmf||Time-mean downdraught mass flux|kg m**-2 s**-1||235010
max_dmf||Time-maximum downdraught mass flux|kg m**-2 s**-1||237010
min_dmf||Time-minimum downdraught mass flux|kg m**-2 s**-1||238010
udr||Updraught detrainment rate|kg m**-3 s**-1||162156
udra||Time-integrated updraught detrainment rate|kg m**-3||162106
avg_udr||Time-mean updraught detrainment rate|kg m**-3 s**-1||235011
max_udr||Time-maximum updraught detrainment rate|kg m**-3 s**-1||237011
min_udr||Time-minimum updraught detrainment rate|kg m**-3 s**-1||238011
ddr||Downdraught detrainment rate|kg m**-3 s**-1||162157
ddra||Time-integrated downdraught detrainment rate|kg m**-3||162107
avg_ddr||Time-mean downdraught detrainment rate|kg m**-3 s**-1||235012
max_ddr||Time-maximum downdraught detrainment rate|kg m**-3 s**-1||237012
min_ddr||Time-minimum downdraught detrainment rate|kg m**-3 s**-1||238012
swvp||Saturation water vapour pressure|Pa||261021
avg_hwbt0||Time-mean height of zero-degree wet-bulb temperature|m||235324
max_hwbt0||Time-maximum height of zero-degree wet-bulb temperature|m||237324
min_hwbt0||Time-minimum height of zero-degree wet-bulb temperature|m||238324
avg_hwbt1||Time-mean height of one-degree wet-bulb temperature|m||235325
max_hwbt1||Time-maximum height of one-degree wet-bulb temperature|m||237325
min_hwbt1||Time-minimum height of one-degree wet-bulb temperature|m||238325
pdhs||Pressure departure from hydrostatic state|Pa||231017
nswrt||Net short-wave radiation flux (top of atmosphere)|W m**-2||260086
sdswrf||Surface downward short-wave radiation flux|W m**-2||260087
avg_sdswrf||Time-mean surface downward short-wave radiation flux|W m**-2||235035
max_sdswrf||Time-maximum surface downward short-wave radiation flux|W m**-2||237035
min_sdswrf||Time-minimum surface downward short-wave radiation flux|W m**-2||238035
suswrf||Surface upward short-wave radiation flux|W m**-2||260088
snswrf||Surface net short-wave radiation flux|W m**-2||260089
avg_snswrf||Time-mean surface net short-wave radiation flux|W m**-2||235037
max_snswrf||Time-maximum surface net short-wave radiation flux|W m**-2||237037
min_snswrf||Time-minimum surface net short-wave radiation flux|W m**-2||238037
sparf||Surface photosynthetically active radiation flux|W m**-2||260090
avg_sparf||Time-mean surface photosynthetically active radiation flux|W m**-2||235028
max_sparf||Time-maximum surface photosynthetically active radiation flux|W m**-2||237028
min_sparf||Time-minimum surface photosynthetically active radiation flux|W m**-2||238028
snswrfcs||Surface net short-wave radiation flux, clear sky|W m**-2||260091
avg_snswrfcs||Time-mean surface net short-wave radiation flux, clear sky|W m**-2||235051
max_snswrfcs||Time-maximum surface net short-wave radiation flux, clear sky|W m**-2||237051
min_snswrfcs||Time-minimum surface net short-wave radiation flux, clear sky|W m**-2||238051
sduvrf||Surface downward UV radiation flux|W m**-2||260092
avg_sduvrf||Time-mean surface downward UV radiation flux|W m**-2||235027
max_sduvrf||Time-maximum surface downward UV radiation flux|W m**-2||237027
min_sduvrf||Time-minimum surface downward UV radiation flux|W m**-2||238027
sdirswrf||Surface direct short-wave radiation flux|W m**-2||260262
avg_sdirswrf||Time-mean surface direct short-wave radiation flux|W m**-2||235058
max_sdirswrf||Time-maximum surface direct short-wave radiation flux|W m**-2||237058
min_sdirswrf||Time-minimum surface direct short-wave radiation flux|W m**-2||238058
sdifswrf||Surface diffuse short-wave radiation flux|W m**-2||260263
msdfswrf||Mean surface diffuse short-wave radiation flux|W m**-2||235060
nlwrs||Net long wave radiation flux (surface)|W m**-2||260095
nlwrt||Net long wave radiation flux (top of atmosphere)|W m**-2||260096
sdlwrf||Surface downward long-wave radiation flux|W m**-2||260097
avg_sdlwrf||Time-mean surface downward long-wave radiation flux|W m**-2||235036
max_sdlwrf||Time-maximum surface downward long-wave radiation flux|W m**-2||237036
min_sdlwrf||Time-minimum surface downward long-wave radiation flux|W m**-2||238036
sulwrf||Surface upward long-wave radiation flux|W m**-2||260098
snlwrf||Surface net long-wave radiation flux|W m**-2||260099
avg_snlwrf||Time-mean surface net long-wave radiation flux|W m**-2||235038
max_snlwrf||Time-maximum surface net long-wave radiation flux|W m**-2||237038
min_snlwrf||Time-minimum surface net long-wave radiation flux|W m**-2||238038
snlwrfcs||Surface net long-wave radiation flux, clear sky|W m**-2||260100
avg_snlwrfcs||Time-mean surface net long-wave radiation flux, clear sky|W m**-2||235052
max_snlwrfcs||Time-maximum surface net long-wave radiation flux, clear sky|W m**-2||237052
min_snlwrfcs||Time-minimum surface net long-wave radiation flux, clear sky|W m**-2||238052
sdlwrfcs||Surface downward long-wave radiation flux, clear sky|W m**-2||260363
avg_sdlwrfcs||Time-mean surface downward long-wave radiation flux, clear sky|W m**-2||235069
max_sdlwrfcs||Time-maximum surface downward long-wave radiation flux, clear sky|W m**-2||237069
min_sdlwrfcs||Time-minimum surface downward long-wave radiation flux, clear sky|W m**-2||238069
cice||Cloud Ice|kg m**-2||260101
avg_lcc||Time-mean low cloud cover|%||235108
max_lcc||Time-maximum low cloud cover|%||237108
min_lcc||Time-minimum low cloud cover|%||238108
avg_mcc||Time-mean medium cloud cover|%||235109
max_mcc||Time-maximum medium cloud cover|%||237109
min_mcc||Time-minimum medium cloud cover|%||238109
avg_hcc||Time-mean high cloud cover|%||235110
max_hcc||Time-maximum high cloud cover|%||237110
min_hcc||Time-minimum high cloud cover|%||238110
cdca||Cloud amount|%||260103
cdct||Cloud type|(Code table 4.203)||260104
tmaxt||Thunderstorm maximum tops|m||260105
thunc||Thunderstorm coverage|(Code table 4.204)||260106
cdct||Cloud top|m||260108
avg_ceil||Time-mean ceiling|m||235337
max_ceil||Time-maximum ceiling|m||237337
min_ceil||Time-minimum ceiling|m||238337
cdlyr||Non-convective cloud cover|%||260110
cwork||Cloud work function|J kg**-1||260111
cuefi||Convective cloud efficiency|Proportion||260112
tcond||Total condensate|kg kg**-1||260113
tcolw||Total column-integrated cloud water|kg m**-2||260114
tcoli||Total column-integrated cloud ice|kg m**-2||260115
tcolc||Total column-integrated condensate|kg m**-2||260116
fice||Ice fraction of total condensate|Proportion||260117
ccl||Cloud cover|%||260257
cdcimr||Cloud ice mixing ratio|kg kg**-1||260118
suns||Sunshine|Numeric||260119
avg_suns||Time-mean sunshine|Numeric||235189
max_suns||Time-maximum sunshine|Numeric||237189
min_suns||Time-minimum sunshine|Numeric||238189
~|p260120|Horizontal extent of cumulonimbus (CB)|%||260120
avg_hcct||Time-mean height of convective cloud top|m||235323
max_hcct||Time-maximum height of convective cloud top|m||237323
min_hcct||Time-minimum height of convective cloud top|m||238323
avg_cc||Time-mean fraction of cloud cover|(0 - 1)||235248
max_cc||Time-maximum fraction of cloud cover|(0 - 1)||237248
min_cc||Time-minimum fraction of cloud cover|(0 - 1)||238248
avg_ilspf||Time-mean large-scale precipitation fraction|Proportion||235026
max_ilspf||Time-maximum large-scale precipitation fraction|Proportion||237026
min_ilspf||Time-minimum large-scale precipitation fraction|Proportion||238026
fcpc||Fraction of convective precipitation cover|Proportion||228034
fog||Fog|%||260648
avg_sdf||Time-mean sunshine duration fraction|Proportion||235044
avg_kx||Time-mean K index|K||235257
max_kx||Time-maximum k index|K||237257
min_kx||Time-minimum k index|K||238257
kox||KO index|K||260122
avg_totalx||Time-mean total totals index|K||235258
max_totalx||Time-maximum total totals index|K||237258
min_totalx||Time-minimum total totals index|K||238258
sx||Sweat index|Numeric||260124
hlcy||Storm relative helicity|m**2 s**-2||260125
ehlx||Energy helicity index|Numeric||260126
lftx||Surface lifted index|K||260127
4lftx|lftx4|Best (4-layer) lifted index|K||260128
sbrn||Surface bulk Richardson number|Numeric||231060
rol||Reciprocal Obukhov length|m**-1||260688
avg_rol||Time-mean Reciprocal Obukhov length|m**-1||235396
max_rol||Time-maximum Reciprocal Obukhov length|m**-1||237396
min_rol||Time-minimum Reciprocal Obukhov length|m**-1||238396
hlcr||Storm relative helicity - right moving storm|m**2 s**-2||260696
hlcl||Storm relative helicity - left moving storm|m**2 s**-2||260697
aerot||Aerosol type|(Code table 4.205)||260129
tozne||Total ozone|DU||260130
avg_o3||Time-mean ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air|235203
max_o3||Time-maximum ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air|237203
min_o3||Time-minimum ozone mass mixing ratio|kg kg**-1|mass_fraction_of_ozone_in_air|238203
bswid||Base spectrum width|m s**-1||260133
bref||Base reflectivity|dB||260134
brvel||Base radial velocity|m s**-1||260135
veril||Vertically-integrated liquid|kg m**-1||260136
lmaxbr||Layer-maximum base reflectivity|dB||260137
rdp||Precipitation from radar|kg m**-2||260138
rdpr||Precipitation rate from radar|kg m**-2 s**-1||260689
rdqi||Radar data quality index|Proportion||260690
rdqf||Radar data quality flag|(Code table 4.106)||260691
rare||Radar reflectivity|dB||231066
frdpr||Precipitation rate from forecasted radar imagery|kg m**-2 s**-1||260692
frdp||Precipitation from forecasted radar imagery|kg m**-2||260693
acces||Air concentration of Caesium 137|Bq m**-3||260139
aciod||Air concentration of Iodine 131|Bq m**-3||260140
acradp||Air concentration of radioactive pollutant|Bq m**-3||260141
gdces||Ground deposition of Caesium 137|Bq m**-2||260142
gdiod||Ground deposition of Iodine 131|Bq m**-2||260143
gdradp||Ground deposition of radioactive pollutant|Bq m**-2||260144
tiaccp||Time-integrated air concentration of caesium pollutant|Bq s m**-3||260145
tiacip||Time-integrated air concentration of iodine pollutant|Bq s m**-3||260146
tiacrp||Time-integrated air concentration of radioactive pollutant|Bq s m**-3||260147
avg_vis||Time-mean visibility|m||235105
max_vis||Time-maximum visibility|m||237105
min_vis||Time-minimum visibility|m||238105
avg_al||Time-mean forecast albedo|%|surface_albedo|235263
max_al||Time-maximum forecast albedo|%|surface_albedo|237263
min_al||Time-minimum forecast albedo|%|surface_albedo|238263
avg_mld||Time-mean mixed layer depth|m||235410
max_mld||Time-maximum mixed layer depth|m||237410
min_mld||Time-minimum mixed layer depth|m||238410
volash||Volcanic ash|(Code table 4.206)||260148
icit||Icing top|m||260149
icib||Icing base|m||260150
ici||Icing|(Code table 4.207)||260151
turbt||Turbulence top|m||260152
turbb||Turbulence base|m||260153
turb||Turbulence|(Code table 4.208)||260154
tke||Turbulent kinetic energy|J kg**-1||260155
pblreg||Planetary boundary layer regime|(Code table 4.209)||260156
conti||Contrail intensity|(Code table 4.210)||260157
contet||Contrail engine type|(Code table 4.211)||260158
contt||Contrail top|m||260159
contb||Contrail base|m||260160
mxsalb||Maximum snow albedo|%||260161
snfalb||Snow free albedo|%||260162
asn||Snow albedo|%||228032
avg_asn||Time-mean snow albedo|%||235285
max_asn||Time-maximum snow albedo|%||237285
min_asn||Time-minimum snow albedo|%||238285
~|p260163|Icing|%||260163
~|p260164|In-cloud turbulence|%||260164
rcat||Relative clear air turbulence (RCAT)|%||260165
sldp||Supercooled large droplet probability|%||260166
mwt||Mountain wave turbulence (eddy dissipation rate)|m**2/3 s**-1||260291
cat||Clear air turbulence (CAT)|m**2/3 s**-1||260290
avg_cat||Time-mean clear air turbulence (CAT)|m**2/3 s**-1||235262
max_cat||Time-maximum clear air turbulence (CAT)|m**2/3 s**-1||237262
min_cat||Time-minimum clear air turbulence (CAT)|m**2/3 s**-1||238262
avg_dctb||Time-mean duct base height|m||235312
max_dctb||Time-maximum duct base height|m||237312
min_dctb||Time-minimum duct base height|m||238312
avg_tplb||Time-mean trapping layer base height|m||235313
max_tplb||Time-maximum trapping layer base height|m||237313
min_tplb||Time-minimum trapping layer base height|m||238313
avg_tplt||Time-mean trapping layer top height|m||235314
max_tplt||Time-maximum trapping layer top height|m||237314
min_tplt||Time-minimum trapping layer top height|m||238314
avg_dndza||Time-mean mean vertical gradient of refractivity inside trapping layer|m**-1||235311
max_dndza||Time-maximum mean vertical gradient of refractivity inside trapping layer|m**-1||237311
min_dndza||Time-minimum mean vertical gradient of refractivity inside trapping layer|m**-1||238311
avg_dndzn||Time-mean minimum vertical gradient of refractivity inside trapping layer|m**-1||235310
max_dndzn||Time-maximum minimum vertical gradient of refractivity inside trapping layer|m**-1||237310
min_dndzn||Time-minimum minimum vertical gradient of refractivity inside trapping layer|m**-1||238310
snrf||Surface net radiation flux (SW and LW)|W m**-2||231018
avg_snrf||Time-mean surface net radiation flux (SW and LW)|W m**-2||235149
gits||Global irradiance on tilted surfaces|W m**-2||231021
visp||Visibility through precipitation|m||231068
avg_visp||Time-mean visibility through precipitation|m||235382
max_visp||Time-maximum visibility through precipitation|m||237382
min_visp||Time-minimum visibility through precipitation|m||238382
spi||Standardised Precipitation Index (SPI)|Numeric||260658
spei||Standardised Precipitation Evapotranspiration Index (SPEI)|Numeric||260659
ssfi||Standardised Streamflow Index (SSFI)|Numeric||260660
srsi||Standardised Reservoir Supply Index (SRSI)|Numeric||260661
swi||Standardised Water-level Index (SWI)|Numeric||260662
smri||Standardised Snowmelt and Rain Index (SMRI)|Numeric||260663
sdi||Streamflow Drought Index (SDI)|Numeric||260664
var190m0||Arbitrary text string|CCITTIA5||260167
tsec||Seconds prior to initial reference time (defined in Section 1)|s||260168
lat||Latitude|Degree N||250001
lon||Longitude|Degree E||250002
dslr||Days since last observation|Integer||240017
tdtc||Tropical cyclones track density|Numeric||231023
ffldg||Flash flood guidance|kg m**-2||260169
ffldro||Flash flood runoff (Encoded as an accumulation over a floating subinterval of time)|kg m**-2||260170
rssc||Remotely sensed snow cover|(Code table 4.215)||260171
esct||Elevation of snow covered terrain|(Code table 4.216)||260172
swepon||Snow water equivalent percent of normal|%||260173
bgrun||Baseflow-groundwater runoff|kg m**-2||260174
ssrun||Storm surface runoff|kg m**-2||260175
dis||Discharge from rivers or streams|m**3 s**-1||240013
avg_dis||Time-mean discharge from rivers or streams|m**3 s**-1||235270
gwus||Groundwater upper storage|kg m**-2||240028
gwls||Groundwater lower storage|kg m**-2||240029
chside||Side flow into river channel|m**3 s**-1 m**-1||240012
rivsto||River storage of water|m**3||240014
avg_rivsto||Time-mean river storage of water|m**3||235398
fldsto||Floodplain storage of water|m**3||240015
avg_fldsto||Time-mean floodplain storage of water|m**3||235399
woss||Depth of water on soil surface|kg m**-2||240020
tpups||Upstream accumulated precipitation|kg m**-2||240021
smups||Upstream accumulated snow melt|kg m**-2||240022
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
pposp||Percent precipitation in a sub-period of an overall period|%||260177
pop||Probability of 0.01 inch of precipitation (POP)|%||260178
lslt||Lake surface temperature|K||231059
avg_lshf||Time-mean lake shape factor|dimensionless||235307
max_lshf||Time-maximum lake shape factor|dimensionless||237307
min_lshf||Time-minimum lake shape factor|dimensionless||238307
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
avg_fsr||Time-mean forecast surface roughness|m||235244
max_fsr||Time-maximum forecast surface roughness|m||237244
min_fsr||Time-minimum forecast surface roughness|m||238244
ssw||Soil moisture content|kg m**-2||3086
veg||Vegetation|%||260180
avg_veg||Time-mean vegetation|%||235393
max_veg||Time-maximum vegetation|%||237393
min_veg||Time-minimum vegetation|%||238393
watr||Water runoff|kg m**-2||260181
evapt||Evapotranspiration|kg**-2 s**-1||260182
mterh||Model terrain height|m||260183
landu||Land use|(Code table 4.212)||260184
soilw||Volumetric soil moisture content|Proportion||260185
gflux||Ground heat flux|W m**-2||260186
mstav||Moisture availability|%||260187
sfexc||Exchange coefficient|kg m**-2 s**-1||260188
cnwat||Plant canopy surface water|kg m**-2||260189
bmixl||Blackadar mixing length scale|m||260190
ccond||Canopy conductance|m s**-1||260191
rsmin||Minimal stomatal resistance|s m**-1||260192
rcs||Solar parameter in canopy conductance|Proportion||260193
rct||Temperature parameter in canopy conductance|Proportion||260194
rcsol||Soil moisture parameter in canopy conductance|Proportion||260195
rcq||Humidity parameter in canopy conductance|Proportion||260196
cisoilw||Column-integrated soil water|kg m**-2||260197
hflux||Heat flux|W m**-2||260198
vsw||Volumetric soil moisture|m**3 m**-3||260199
avg_vsw||Time-mean volumetric soil moisture|m**3 m**-3||235077
max_vsw||Time-maximum volumetric soil moisture|m**3 m**-3||237077
min_vsw||Time-minimum volumetric soil moisture|m**3 m**-3||238077
vwiltm||Volumetric wilting point|m**3 m**-3||260200
lai||Leaf Area Index|Numeric||260373
avg_lai||Time-mean leaf area index|Numeric||235394
max_lai||Time-maximum leaf area index|Numeric||237394
min_lai||Time-minimum leaf area index|Numeric||238394
ro||Water runoff and drainage|kg m**-2||228205
sro||Surface runoff|kg m**-2||174008
tifr||Tile fraction|Proportion||231006
tipe||Tile percentage|%||231007
vsi||Volumetric soil ice|m**3 m**-3||260644
tietrf||Time integral of evapotranspiration flux|kg m**-2||235073
etr||Evapotranspiration rate|kg m**-2 s**-1||260433
avg_etr||Time-mean evapotranspiration rate|kg m**-2 s**-1||235074
tipet||Time integral of potential evapotranspiration rate|kg m**-2||235075
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
twe||Wetland type|(Code table 4.239)||229008
cirr||Irrigation cover|(0 - 1)||229009
c4cr||C4 crop cover|(0 - 1)||229010
c4gr||C4 grass cover|(0 - 1)||229011
srcon||Skin reservoir content|kg m**-2||160198
avg_srcon||Time-mean skin reservoir content|kg m**-2||235289
max_srcon||Time-maximum skin reservoir content|kg m**-2||237289
min_srcon||Time-minimum skin reservoir content|kg m**-2||238289
surfro||Surface runoff|kg m**-2||231010
surfror||Surface runoff rate|kg m**-2 s**-1||231009
avg_surfror||Time-mean surface runoff rate|kg m**-2 s**-1||235020
ssurfro||Sub-surface runoff|kg m**-2||231012
ssurfror||Sub-surface runoff rate|kg m**-2 s**-1||231011
avg_ssurfror||Time-mean sub-surface runoff rate|kg m**-2 s**-1||235021
avg_cvl||Time-mean low vegetation cover|(0 - 1)||235081
avg_cvh||Time-mean high vegetation cover|(0 - 1)||235082
avg_lai_lv||Time-mean leaf area index, low vegetation|m**2 m**-2||235085
max_lai_lv||Time-maximum leaf area index, low vegetation|m**2 m**-2||237085
min_lai_lv||Time-minimum leaf area index, low vegetation|m**2 m**-2||238085
avg_lai_hv||Time-mean leaf area index, high vegetation|m**2 m**-2||235086
max_lai_hv||Time-maximum leaf area index, high vegetation|m**2 m**-2||237086
min_lai_hv||Time-minimum leaf area index, high vegetation|m**2 m**-2||238086
cant||Canopy air temperature|K||231024
uplst||Upper layer soil temperature|K||260201
uplsm||Upper layer soil moisture|kg m**-3||260202
lowlsm||Lower layer soil moisture|kg m**-3||260203
botlst||Bottom layer soil temperature|K||260204
soill||Liquid volumetric soil moisture (non-frozen)|Proportion||260205
rlyrs||Number of soil layers in root zone|Numeric||260206
smref||Transpiration stress-onset (soil moisture)|Proportion||260207
smdry||Direct evaporation cease (soil moisture)|Proportion||260208
poros||Soil porosity|Proportion||260209
liqvsm||Liquid volumetric soil moisture (non-frozen)|m**3 m**-3||260210
voltso||Volumetric transpiration stress-onset (soil moisture)|m**3 m**-3||260211
transo||Transpiration stress-onset (soil moisture)|kg m**-3||260212
voldec||Volumetric direct evaporation cease (soil moisture)|m**3 m**-3||260213
direc||Direct evaporation cease (soil moisture)|kg m**-3||260214
soilp||Soil porosity|m**3 m**-3||260215
vsosm||Volumetric saturation of soil moisture|m**3 m**-3||260216
satosm||Saturation of soil moisture|kg m**-3||260217
sot||Soil temperature|K||260360
avg_sot||Time-mean soil temperature|K||235094
max_sot||Time-maximum soil temperature|K||237094
min_sot||Time-minimum soil temperature|K||238094
som||Soil moisture|kg m**-3||260368
lwcs||Liquid water content in snow pack|kg m**-2||228038
avg_lwcs||Time-mean liquid water content in snow pack|kg m**-2||235406
max_lwcs||Time-maximum liquid water content in snow pack|kg m**-2||237406
min_lwcs||Time-minimum liquid water content in snow pack|kg m**-2||238406
frost||Frost index|K||240018
sd_elev||Snow depth at elevation bands|kg m**-2||240026
sohf||Soil heat flux|W m**-2||260364
sod||Soil depth|m||260367
avg_tsn||Time-mean temperature of snow layer|K|temperature_in_surface_snow|235238
max_tsn||Time-maximum temperature of snow layer|K|temperature_in_surface_snow|237238
min_tsn||Time-minimum temperature of snow layer|K|temperature_in_surface_snow|238238
hindex||Haines Index|Numeric||260256
fba||Burned area|%||232000
fwinx||Forest fire weather index (as defined by the Canadian Forest Service)|Numeric||260540
ffmcode||Fine fuel moisture code (as defined by the Canadian Forest Service)|Numeric||260541
dufmcode||Duff moisture code (as defined by the Canadian Forest Service)|Numeric||260542
drtcode||Drought code (as defined by the Canadian Forest Service)|Numeric||260543
infsinx||Initial fire spread index (as defined by the Canadian Forest Service)|Numeric||260544
fbupinx||Fire buildup index (as defined by the Canadian Forest Service)|Numeric||260545
fdsrte||Fire daily severity rating (as defined by the Canadian Forest Service)|Numeric||260546
kbdi||Keetch-Byram drought index|Numeric||260557
drtmrk||Drought factor (as defined by the Australian forest service)|Numeric||260558
rosmrk||Rate of spread (as defined by the Australian forest service)|m s**-1||260559
fdimrk||Fire danger index (as defined by the Australian forest service)|Numeric||260560
scnfdr||Spread component (as defined by the U.S Forest Service National Fire-Danger Rating System)|Numeric||260561
buinfdr||Burning index (as defined by the U.S Forest Service National Fire-Danger Rating System)|Numeric||260562
icnfdr||Ignition component (as defined by the U.S Forest Service National Fire-Danger Rating System)|%||260563
ercnfdr||Energy release component (as defined by the U.S Forest Service National Fire-Danger Rating System)|J m**-2||260564
bia||Burning area|%||232001
baa||Burnable area|%||232002
ubaa||Un-burnable area|%||232003
fuell||Fuel load|kg m**-2||232004
combc||Combustion completeness|%||232005
fuelmc||Fuel moisture content|kg kg**-1||232006
llfl||Live leaf fuel load|kg m**-2||232007
lwfl||Live wood fuel load|kg m**-2||232008
dlfl||Dead leaf fuel load|kg m**-2||232009
dwfl||Dead wood fuel load|kg m**-2||232010
lfmc||Live fuel moisture content|kg kg**-1||232011
fdlmc||Fine dead leaf moisture content|kg kg**-1||232012
ddlmc||Dense dead leaf moisture content|kg kg**-1||232013
fdwmc||Fine dead wood moisture content|kg kg**-1||232014
ddwmc||Dense dead wood moisture content|kg kg**-1||232015
lfmclv||Live fuel moisture content in low vegetation|kg kg**-1||232016
lfmchv||Live fuel moisture content in high vegetation|kg kg**-1||232017
mami||Mean height of maximum injection|m||210119
injh||Injection height (from IS4FIRES)|m||210060
apb||Plume bottom height above surface|m||210242
apt||Plume top height above surface|m||210120
pof||Probability of fire detection|%||260565
pil||Probability of ignition from lightning|%||260566
crfire||Wildfire combustion rate|kg m**-2 s**-1||210100
frpfire||Wildfire radiative power density|W m**-2||210099
glm||Glacier mask|Proportion||260294
cur||Urban cover|(0 - 1)||229001
avg_cur||Time-mean urban cover|(0 - 1)||235411
max_cur||Time-maximum urban cover|(0 - 1)||237411
min_cur||Time-minimum urban cover|(0 - 1)||238411
cro||Road Cover|(0 - 1)||229002
cbu||Building cover|(0 - 1)||229003
bldh||Building height|m||229004
hwr||Vertical-to-horizontal area ratio|m**2 m**-2||229005
bhstd||Standard deviation of building height|m||229006
ddrf||Distance downward from roof surface|m||231028
diws||Distance inward from outer wall surface|m||231029
ddrd||Distance downward from road surface|m||231030
~|p260530|Scaled radiance|Numeric||260530
~|p260531|Scaled albedo|Numeric||260531
~|p260532|Scaled brightness temperature|Numeric||260532
~|p260533|Scaled precipitable water|Numeric||260533
~|p260534|Scaled lifted index|Numeric||260534
~|p260535|Scaled cloud top pressure|Numeric||260535
~|p260536|Scaled skin temperature|Numeric||260536
~|p260537|Cloud mask|(Code table 4.217)||260537
~|p260538|Pixel scene type|(Code table 4.218)||260538
~|p260539|Fire detection indicator|(Code table 4.223)||260539
estp||Estimated precipitation|kg m**-2||260218
irrate||Instantaneous rain rate|kg m**-2 s**-1||260219
ctoph||Cloud top height|m||260220
ctophqi||Cloud top height quality indicator|(Code table 4.219)||260221
estu||Estimated u component of wind|m s**-1||260222
estv||Estimated v component of wind|m s**-1||260223
npixu||Number of pixels used|Numeric||260224
solza||Solar zenith angle|Degree||260225
raza||Relative azimuth angle|Degree||260226
rfl06||Reflectance in 0.6 micron channel|%||260227
rfl08||Reflectance in 0.8 micron channel|%||260228
rfl16||Reflectance in 1.6 micron channel|%||260229
rfl39||Reflectance in 3.9 micron channel|%||260230
atmdiv||Atmospheric divergence|s**-1||260231
clbt||Cloudy brightness temperature|K||260510
csbt||Clear-sky brightness temperature|K||260511
~|p260550|Cloudy radiance (with respect to wave number)|W m**-1 sr**-1||260550
~|p260551|Clear-sky radiance (with respect to wave number)|W m**-1 sr**-1||260551
~|p260552|Wind speed|m s**-1||260552
~|p260553|Aerosol optical thickness at 0.635 um|dimensionless||260553
~|p260554|Aerosol optical thickness at 0.810 um|dimensionless||260554
~|p260555|Aerosol optical thickness at 1.640 um|dimensionless||260555
~|p260556|Angstrom coefficient|dimensionless||260556
cossza||Cosine of solar zenith angle|Numeric||214001
avg_cossza||Time-mean cosine of solar zenith angle|Numeric||235340
max_cossza||Time-maximum cosine of solar zenith angle|Numeric||237340
min_cossza||Time-minimum cosine of solar zenith angle|Numeric||238340
rfl04||Reflectance in 0.4 micron channel|%||231013
cdrfl||Cloudy reflectance|%||260512
crrfl||Clear reflectance|%||260513
swh||Significant height of combined wind waves and swell|m||140229
avg_swh||Time-mean significant height of combined wind waves and swell|m||141229
max_swh||Time-maximum significant height of combined wind waves and swell|m||143229
min_swh||Time-minimum significant height of combined wind waves and swell|m||144229
wvdir||Direction of wind waves|Degree true||260232
shww||Significant height of wind waves|m||140234
avg_shww||Time-mean significant height of wind waves|m||141234
max_shww||Time-maximum significant height of wind waves|m||143234
min_shww||Time-minimum significant height of wind waves|m||144234
mpww||Mean period of wind waves|s||140236
avg_mpww||Time-mean mean period of wind waves|s||141236
max_mpww||Time-maximum mean period of wind waves|s||143236
min_mpww||Time-minimum mean period of wind waves|s||144236
shts||Significant height of total swell|m||140237
avg_shts||Time-mean significant height of total swell|m||141237
max_shts||Time-maximum significant height of total swell|m||143237
min_shts||Time-minimum significant height of total swell|m||144237
mpts||Mean period of total swell|s||140239
avg_mpts||Time-mean mean period of total swell|s||141239
max_mpts||Time-maximum mean period of total swell|s||143239
min_mpts||Time-minimum mean period of total swell|s||144239
dirpw||Primary wave direction|Degree true||260233
perpw||Primary wave mean period|s||260234
persw||Secondary wave mean period|s||260235
mwd||Mean wave direction|Degree true||140230
avg_mwd||Time-mean mean wave direction|Degree true||141230
max_mwd||Time-maximum mean wave direction|Degree true||143230
min_mwd||Time-minimum mean wave direction|Degree true||144230
mwp||Mean wave period|s||140232
avg_mwp||Time-mean mean wave period|s||141232
max_mwp||Time-maximum mean wave period|s||143232
min_mwp||Time-minimum mean wave period|s||144232
cdww||Coefficient of drag with waves|dimensionless||140233
avg_cdww||Time-mean coefficient of drag with waves|dimensionless||141233
max_cdww||Time-maximum coefficient of drag with waves|dimensionless||143233
min_cdww||Time-minimum coefficient of drag with waves|dimensionless||144233
avg_zust||Time-mean friction velocity|m s**-1||235304
max_zust||Time-maximum friction velocity|m s**-1||237304
min_zust||Time-minimum friction velocity|m s**-1||238304
msqs||Mean square slope of waves|dimensionless||140244
avg_msqs||Time-mean mean square slope of waves|dimensionless||141244
max_msqs||Time-maximum mean square slope of waves|dimensionless||143244
min_msqs||Time-minimum mean square slope of waves|dimensionless||144244
ust||U-component surface stokes drift|m s**-1||140215
avg_ust||Time-mean U-component surface stokes drift|m s**-1||141215
max_ust||Time-maximum U-component surface stokes drift|m s**-1||143215
min_ust||Time-minimum U-component surface stokes drift|m s**-1||144215
vst||V-component surface stokes drift|m s**-1||140216
avg_vst||Time-mean V-component surface stokes drift|m s**-1||141216
max_vst||Time-maximum V-component surface stokes drift|m s**-1||143216
min_vst||Time-minimum V-component surface stokes drift|m s**-1||144216
tmax||Period corresponding to maximum individual wave height|s||140217
avg_tmax||Time-mean period corresponding to maximum individual wave height|s||141217
max_tmax||Time-maximum period corresponding to maximum individual wave height|s||143217
min_tmax||Time-minimum period corresponding to maximum individual wave height|s||144217
hmax||Envelop-maximum individual wave height|m||140218
mp1||Mean wave period based on first moment|s||140220
avg_mp1||Time-mean mean wave period based on first moment|s||141220
max_mp1||Time-maximum mean wave period based on first moment|s||143220
min_mp1||Time-minimum mean wave period based on first moment|s||144220
p1ww||Mean wave period based on first moment for wind waves|s||140223
avg_p1ww||Time-mean mean wave period based on first moment for wind waves|s||141223
max_p1ww||Time-maximum mean wave period based on first moment for wind waves|s||143223
min_p1ww||Time-minimum mean wave period based on first moment for wind waves|s||144223
p1ps||Mean wave period based on first moment for swell|s||140226
avg_p1ps||Time-mean mean wave period based on first moment for swell|s||141226
max_p1ps||Time-maximum mean wave period based on first moment for swell|s||143226
min_p1ps||Time-minimum mean wave period based on first moment for swell|s||144226
mp2||Mean zero-crossing wave period|s||140221
avg_mp2||Time-mean mean zero-crossing wave period|s||141221
max_mp2||Time-maximum mean zero-crossing wave period|s||143221
min_mp2||Time-minimum mean zero-crossing wave period|s||144221
p2ww||Mean wave period based on second moment for wind waves|s||140224
avg_p2ww||Time-mean mean wave period based on second moment for wind waves|s||141224
max_p2ww||Time-maximum mean wave period based on second moment for wind waves|s||143224
min_p2ww||Time-minimum mean wave period based on second moment for wind waves|s||144224
p2ps||Mean wave period based on second moment for swell|s||140227
avg_p2ps||Time-mean mean wave period based on second moment for swell|s||141227
max_p2ps||Time-maximum mean wave period based on second moment for swell|s||143227
min_p2ps||Time-minimum mean wave period based on second moment for swell|s||144227
wdw||Wave spectral directional width|radians||140222
avg_wdw||Time-mean wave spectral directional width|radians||141222
max_wdw||Time-maximum wave spectral directional width|radians||143222
min_wdw||Time-minimum wave spectral directional width|radians||144222
dwww||Wave spectral directional width for wind waves|radians||140225
avg_dwww||Time-mean wave spectral directional width for wind waves|radians||141225
max_dwww||Time-maximum wave spectral directional width for wind waves|radians||143225
min_dwww||Time-minimum wave spectral directional width for wind waves|radians||144225
dwps||Wave spectral directional width for swell|radians||140228
avg_dwps||Time-mean wave spectral directional width for swell|radians||141228
max_dwps||Time-maximum wave spectral directional width for swell|radians||143228
min_dwps||Time-minimum wave spectral directional width for swell|radians||144228
pp1d||Peak wave period|s||140231
avg_pp1d||Time-mean peak wave period|s||141231
max_pp1d||Time-maximum peak wave period|s||143231
min_pp1d||Time-minimum peak wave period|s||144231
pp1dw||Peak wave period of wind waves|s||140135
avg_pp1dw||Time-mean peak wave period of wind waves|s||141135
max_pp1dw||Time-maximum peak wave period of wind waves|s||143135
min_pp1dw||Time-minimum peak wave period of wind waves|s||144135
pp1ds||Peak wave period of total swell|s||140136
avg_pp1ds||Time-mean peak wave period of total swell|s||141136
max_pp1ds||Time-maximum peak wave period of total swell|s||143136
min_pp1ds||Time-minimum peak wave period of total swell|s||144136
awh||Altimeter wave height|m||140246
acwh||Altimeter corrected wave height|m||140247
arrc||Altimeter range relative correction|~||140248
wsk||Wave spectral kurtosis|dimensionless||140252
avg_wsk||Time-mean wave spectral kurtosis|dimensionless||141252
max_wsk||Time-maximum wave spectral kurtosis|dimensionless||143252
min_wsk||Time-minimum wave spectral kurtosis|dimensionless||144252
bfi||Benjamin-Feir index|dimensionless||140253
avg_bfi||Time-mean benjamin-Feir index|dimensionless||141253
max_bfi||Time-maximum benjamin-Feir index|dimensionless||143253
min_bfi||Time-minimum benjamin-Feir index|dimensionless||144253
pwd||Peak wave direction (total)|Degree true||140140
avg_pwd||Time-mean peak wave direction (total)|Degree true||141140
max_pwd||Time-maximum peak wave direction (total)|Degree true||143140
min_pwd||Time-minimum peak wave direction (total)|Degree true||144140
swh1||Significant wave height of first swell partition|m||140121
avg_swh1||Time-mean significant wave height of first swell partition|m||141121
max_swh1||Time-maximum significant wave height of first swell partition|m||143121
min_swh1||Time-minimum significant wave height of first swell partition|m||144121
swh2||Significant wave height of second swell partition|m||140124
avg_swh2||Time-mean significant wave height of second swell partition|m||141124
max_swh2||Time-maximum significant wave height of second swell partition|m||143124
min_swh2||Time-minimum significant wave height of second swell partition|m||144124
swh3||Significant wave height of third swell partition|m||140127
avg_swh3||Time-mean significant wave height of third swell partition|m||141127
max_swh3||Time-maximum significant wave height of third swell partition|m||143127
min_swh3||Time-minimum significant wave height of third swell partition|m||144127
mwp1||Mean wave period of first swell partition|s||140123
avg_mwp1||Time-mean mean wave period of first swell partition|s||141123
max_mwp1||Time-maximum mean wave period of first swell partition|s||143123
min_mwp1||Time-minimum mean wave period of first swell partition|s||144123
mwp2||Mean wave period of second swell partition|s||140126
avg_mwp2||Time-mean mean wave period of second swell partition|s||141126
max_mwp2||Time-maximum mean wave period of second swell partition|s||143126
min_mwp2||Time-minimum mean wave period of second swell partition|s||144126
mwp3||Mean wave period of third swell partition|s||140129
avg_mwp3||Time-mean mean wave period of third swell partition|s||141129
max_mwp3||Time-maximum mean wave period of third swell partition|s||143129
min_mwp3||Time-minimum mean wave period of third swell partition|s||144129
mwd1||Mean wave direction of first swell partition|degrees||140122
avg_mwd1||Time-mean mean wave direction of first swell partition|degrees||141122
max_mwd1||Time-maximum mean wave direction of first swell partition|degrees||143122
min_mwd1||Time-minimum mean wave direction of first swell partition|degrees||144122
mwd2||Mean wave direction of second swell partition|degrees||140125
avg_mwd2||Time-mean mean wave direction of second swell partition|degrees||141125
max_mwd2||Time-maximum mean wave direction of second swell partition|degrees||143125
min_mwd2||Time-minimum mean wave direction of second swell partition|degrees||144125
mwd3||Mean wave direction of third swell partition|degrees||140128
avg_mwd3||Time-mean mean wave direction of third swell partition|degrees||141128
max_mwd3||Time-maximum mean wave direction of third swell partition|degrees||143128
min_mwd3||Time-minimum mean wave direction of third swell partition|degrees||144128
wdw1||Wave directional width of first swell partition|radians||140106
avg_wdw1||Time-mean wave directional width of first swell partition|radians||141106
max_wdw1||Time-maximum wave directional width of first swell partition|radians||143106
min_wdw1||Time-minimum wave directional width of first swell partition|radians||144106
wdw2||Wave directional width of second swell partition|radians||140108
avg_wdw2||Time-mean wave directional width of second swell partition|radians||141108
max_wdw2||Time-maximum wave directional width of second swell partition|radians||143108
min_wdw2||Time-minimum wave directional width of second swell partition|radians||144108
wdw3||Wave directional width of third swell partition|radians||140110
avg_wdw3||Time-mean wave directional width of third swell partition|radians||141110
max_wdw3||Time-maximum wave directional width of third swell partition|radians||143110
min_wdw3||Time-minimum wave directional width of third swell partition|radians||144110
wfw1||Wave frequency width of first swell partition|dimensionless||140107
avg_wfw1||Time-mean wave frequency width of first swell partition|dimensionless||141107
max_wfw1||Time-maximum wave frequency width of first swell partition|dimensionless||143107
min_wfw1||Time-minimum wave frequency width of first swell partition|dimensionless||144107
wfw2||Wave frequency width of second swell partition|dimensionless||140109
avg_wfw2||Time-mean wave frequency width of second swell partition|dimensionless||141109
max_wfw2||Time-maximum wave frequency width of second swell partition|dimensionless||143109
min_wfw2||Time-minimum wave frequency width of second swell partition|dimensionless||144109
wfw3||Wave frequency width of third swell partition|dimensionless||140111
avg_wfw3||Time-mean wave frequency width of third swell partition|dimensionless||141111
max_wfw3||Time-maximum wave frequency width of third swell partition|dimensionless||143111
min_wfw3||Time-minimum wave frequency width of third swell partition|dimensionless||144111
pp1d1||Peak wave period of first swell partition|s||140137
avg_pp1d1||Time-mean peak wave period of first swell partition|s||141137
max_pp1d1||Time-maximum peak wave period of first swell partition|s||143137
min_pp1d1||Time-minimum peak wave period of first swell partition|s||144137
pp1d2||Peak wave period of second swell partition|s||140138
avg_pp1d2||Time-mean peak wave period of second swell partition|s||141138
max_pp1d2||Time-maximum peak wave period of second swell partition|s||143138
min_pp1d2||Time-minimum peak wave period of second swell partition|s||144138
pp1d3||Peak wave period of third swell partition|s||140139
avg_pp1d3||Time-mean peak wave period of third swell partition|s||141139
max_pp1d3||Time-maximum peak wave period of third swell partition|s||143139
min_pp1d3||Time-minimum peak wave period of third swell partition|s||144139
pwd1||Peak wave direction of first swell partition|Degree true||140143
avg_pwd1||Time-mean peak wave direction of first swell partition|Degree true||141143
max_pwd1||Time-maximum peak wave direction of first swell partition|Degree true||143143
min_pwd1||Time-minimum peak wave direction of first swell partition|Degree true||144143
pwd2||Peak wave direction of second swell partition|Degree true||140144
avg_pwd2||Time-mean peak wave direction of second swell partition|Degree true||141144
max_pwd2||Time-maximum peak wave direction of second swell partition|Degree true||143144
min_pwd2||Time-minimum peak wave direction of second swell partition|Degree true||144144
pwd3||Peak wave direction of third swell partition|Degree true||140145
avg_pwd3||Time-mean peak wave direction of third swell partition|Degree true||141145
max_pwd3||Time-maximum peak wave direction of third swell partition|Degree true||143145
min_pwd3||Time-minimum peak wave direction of third swell partition|Degree true||144145
pwdw||Peak wave direction of wind waves|Degree true||140141
avg_pwdw||Time-mean peak wave direction of wind waves|Degree true||141141
max_pwdw||Time-maximum peak wave direction of wind waves|Degree true||143141
min_pwdw||Time-minimum peak wave direction of wind waves|Degree true||144141
pwds||Peak wave direction of total swell|Degree true||140142
avg_pwds||Time-mean peak wave direction of total swell|Degree true||141142
max_pwds||Time-maximum peak wave direction of total swell|Degree true||143142
min_pwds||Time-minimum peak wave direction of total swell|Degree true||144142
wcfr||Whitecap fraction|Fraction||140146
avg_wcfr||Time-mean whitecap fraction|Fraction||141146
max_wcfr||Time-maximum whitecap fraction|Fraction||143146
min_wcfr||Time-minimum whitecap fraction|Fraction||144146
mdts||Mean direction of total swell|degrees||140238
avg_mdts||Time-mean mean direction of total swell|degrees||141238
max_mdts||Time-maximum mean direction of total swell|degrees||143238
min_mdts||Time-minimum mean direction of total swell|degrees||144238
mdww||Mean direction of wind waves|degrees||140235
avg_mdww||Time-mean mean direction of wind waves|degrees||141235
max_mdww||Time-maximum mean direction of wind waves|degrees||143235
min_mdww||Time-minimum mean direction of wind waves|degrees||144235
avg_chnk||Time-mean charnock|Numeric||235099
max_chnk||Time-maximum charnock|Numeric||237099
min_chnk||Time-minimum charnock|Numeric||238099
wss||Wave Spectral Skewness|Numeric||140207
avg_wss||Time-mean wave Spectral Skewness|Numeric||141207
max_wss||Time-maximum wave Spectral Skewness|Numeric||143207
min_wss||Time-minimum wave Spectral Skewness|Numeric||144207
wefxm||Wave energy flux magnitude|W m**-1||140112
avg_wefxm||Time-mean wave energy flux magnitude|W m**-1||141112
max_wefxm||Time-maximum wave energy flux magnitude|W m**-1||143112
min_wefxm||Time-minimum wave energy flux magnitude|W m**-1||144112
wefxd||Wave energy flux mean direction|Degree true||140113
avg_wefxd||Time-mean wave energy flux mean direction|Degree true||141113
max_wefxd||Time-maximum wave energy flux mean direction|Degree true||143113
min_wefxd||Time-minimum wave energy flux mean direction|Degree true||144113
wraf||Ratio of wave angular and frequency width|Numeric||140099
avg_wraf||Time-mean ratio of wave angular and frequency width|Numeric||141099
max_wraf||Time-maximum ratio of wave angular and frequency width|Numeric||143099
min_wraf||Time-minimum ratio of wave angular and frequency width|Numeric||144099
wstar||Free convective velocity over the oceans|m s**-1||140208
avg_wstar||Time-mean free convective velocity over the oceans|m s**-1||141208
max_wstar||Time-maximum free convective velocity over the oceans|m s**-1||143208
min_wstar||Time-minimum free convective velocity over the oceans|m s**-1||144208
rhoao||Air density over the oceans|kg m**-3||140209
avg_rhoao||Time-mean air density over the oceans|kg m**-3||141209
max_rhoao||Time-maximum air density over the oceans|kg m**-3||143209
min_rhoao||Time-minimum air density over the oceans|kg m**-3||144209
phiaw||Normalized energy flux into waves|Numeric||140211
avg_phiaw||Time-mean normalized energy flux into waves|Numeric||141211
max_phiaw||Time-maximum normalized energy flux into waves|Numeric||143211
min_phiaw||Time-minimum normalized energy flux into waves|Numeric||144211
tauoc||Normalized stress into ocean|Numeric||140214
avg_tauoc||Time-mean normalized stress into ocean|Numeric||141214
max_tauoc||Time-maximum normalized stress into ocean|Numeric||143214
min_tauoc||Time-minimum normalized stress into ocean|Numeric||144214
phioc||Normalized energy flux into ocean|Numeric||140212
avg_phioc||Time-mean normalized energy flux into ocean|Numeric||141212
max_phioc||Time-maximum normalized energy flux into ocean|Numeric||143212
min_phioc||Time-minimum normalized energy flux into ocean|Numeric||144212
2dfd|d2fd|2D wave spectra (single)|m**2 s radian**-1||140251
weta||Wave induced mean sea level correction|m||140098
avg_weta||Time-mean wave induced mean sea level correction|m||141098
max_weta||Time-maximum wave induced mean sea level correction|m||143098
min_weta||Time-minimum wave induced mean sea level correction|m||144098
wnslc||Number of events in freak waves statistics|Numeric||140100
avg_wnslc||Time-mean number of events in freak waves statistics|Numeric||141100
max_wnslc||Time-maximum number of events in freak waves statistics|Numeric||143100
min_wnslc||Time-minimum number of events in freak waves statistics|Numeric||144100
utauo||U-component of surface momentum flux into ocean|N m**-2||140103
avg_utauo||Time-mean U-component of surface momentum flux into ocean|N m**-2||141103
max_utauo||Time-maximum U-component of surface momentum flux into ocean|N m**-2||143103
min_utauo||Time-minimum U-component of surface momentum flux into ocean|N m**-2||144103
vtauo||V-component of surface momentum flux into ocean|N m**-2||140104
avg_vtauo||Time-mean V-component of surface momentum flux into ocean|N m**-2||141104
max_vtauo||Time-maximum V-component of surface momentum flux into ocean|N m**-2||143104
min_vtauo||Time-minimum V-component of surface momentum flux into ocean|N m**-2||144104
wphio||Wave turbulent energy flux into ocean|W m**-2||140105
avg_wphio||Time-mean wave turbulent energy flux into ocean|W m**-2||141105
max_wphio||Time-maximum wave turbulent energy flux into ocean|W m**-2||143105
min_wphio||Time-minimum wave turbulent energy flux into ocean|W m**-2||144105
avg_hmax||Time-mean envelop-maximum individual wave height|m||141218
max_hmax||Time-maximum envelop-maximum individual wave height|m||143218
min_hmax||Time-minimum envelop-maximum individual wave height|m||144218
tdcmax||Time domain maximum individual crest height|m||140131
avg_tdcmax||Time-mean time domain maximum individual crest height|m||141131
max_tdcmax||Time-maximum time domain maximum individual crest height|m||143131
min_tdcmax||Time-minimum time domain maximum individual crest height|m||144131
tdhmax||Time domain maximum individual wave height|m||140132
avg_tdhmax||Time-mean time domain maximum individual wave height|m||141132
max_tdhmax||Time-maximum time domain maximum individual wave height|m||143132
min_tdhmax||Time-minimum time domain maximum individual wave height|m||144132
stcmax||Space time maximum individual crest height|m||140133
avg_stcmax||Time-mean space time maximum individual crest height|m||141133
max_stcmax||Time-maximum space time maximum individual crest height|m||143133
min_stcmax||Time-minimum space time maximum individual crest height|m||144133
sthmax||Space time maximum individual wave height|m||140134
avg_sthmax||Time-mean space time maximum individual wave height|m||141134
max_sthmax||Time-maximum space time maximum individual wave height|m||143134
min_sthmax||Time-minimum space time maximum individual wave height|m||144134
wsp||Wave spectral peakedness|dimensionless||140254
avg_wsp||Time-mean wave spectral peakedness|dimensionless||141254
max_wsp||Time-maximum wave spectral peakedness|dimensionless||143254
min_wsp||Time-minimum wave spectral peakedness|dimensionless||144254
bfi2d||Benjamin-Feir index 2D|Numeric||140147
avg_bfi2d||Time-mean Benjamin-Feir index 2D|Numeric||141147
max_bfi2d||Time-maximum Benjamin-Feir index 2D|Numeric||143147
min_bfi2d||Time-minimum Benjamin-Feir index 2D|Numeric||144147
ctc||Crest-trough correlation|Numeric||140148
avg_ctc||Time-mean crest-trough correlation|Numeric||141148
max_ctc||Time-maximum crest-trough correlation|Numeric||143148
min_ctc||Time-minimum crest-trough correlation|Numeric||144148
xwrs||X component of the wave radiative stress to sea ice|N m**-2||140149
avg_xwrs||Time-mean X component of the wave radiative stress to sea ice|N m**-2||141149
max_xwrs||Time-maximum X component of the wave radiative stress to sea ice|N m**-2||143149
min_xwrs||Time-minimum X component of the wave radiative stress to sea ice|N m**-2||144149
ywrs||Y component of the wave radiative stress to sea ice|N m**-2||140150
avg_ywrs||Time-mean Y component of the wave radiative stress to sea ice|N m**-2||141150
max_ywrs||Time-maximum Y component of the wave radiative stress to sea ice|N m**-2||143150
min_ywrs||Time-minimum Y component of the wave radiative stress to sea ice|N m**-2||144150
dirc||Current direction|Degree true||260236
spc||Current speed|m s**-1||260237
avg_ci||Time-mean sea ice area fraction|(0 - 1)|sea_ice_area_fraction|235083
max_ci||Time-maximum sea ice area fraction|(0 - 1)|sea_ice_area_fraction|237083
min_ci||Time-minimum sea ice area fraction|(0 - 1)|sea_ice_area_fraction|238083
sithick||Sea ice thickness|m||262000
avg_sithick||Time-mean sea ice thickness|m||263000
max_sithick||Time-maximum sea ice thickness|m||265000
min_sithick||Time-minimum sea ice thickness|m||266000
sit||Sea ice temperature|K||262024
avg_sit||Time-mean sea ice temperature|K||263024
max_sit||Time-maximum sea ice temperature|K||265024
min_sit||Time-minimum sea ice temperature|K||266024
avg_sst||Time-mean sea surface temperature|K||235084
max_sst||Time-maximum sea surface temperature|K||237084
min_sst||Time-minimum sea surface temperature|K||238084
zos||Sea surface height|m|sea_surface_height_above_geoid|262124
avg_zos||Time-mean sea surface height|m|sea_surface_height_above_geoid|263124
max_zos||Time-maximum sea surface height|m|sea_surface_height_above_geoid|265124
min_zos||Time-minimum sea surface height|m|sea_surface_height_above_geoid|266124
sos||Sea surface practical salinity|g kg**-1|sea_surface_salinity|262100
avg_sos||Time-mean sea surface practical salinity|g kg**-1|sea_surface_salinity|263100
max_sos||Time-maximum sea surface practical salinity|g kg**-1|sea_surface_salinity|265100
min_sos||Time-minimum sea surface practical salinity|g kg**-1|sea_surface_salinity|266100
hfds||Surface downward heat flux|W m**-2||262108
avg_hfds||Time-mean surface downward heat flux|W m**-2||263108
max_hfds||Time-maximum surface downward heat flux|W m**-2||265108
min_hfds||Time-minimum surface downward heat flux|W m**-2||266108
tauuoe||Eastward surface stress|N m**-2||262110
avg_tauuoe||Time-mean eastward surface stress|N m**-2||263110
max_tauuoe||Time-maximum eastward surface stress|N m**-2||265110
min_tauuoe||Time-minimum eastward surface stress|N m**-2||266110
tauvon||Northward surface stress|N m**-2||262109
avg_tauvon||Time-mean northward surface stress|N m**-2||263109
max_tauvon||Time-maximum northward surface stress|N m**-2||265109
min_tauvon||Time-minimum northward surface stress|N m**-2||266109
sve||Eastward surface sea water velocity|m s**-1||262140
avg_sve||Time-mean eastward surface sea water velocity|m s**-1||263140
max_sve||Time-maximum eastward surface sea water velocity|m s**-1||265140
min_sve||Time-minimum eastward surface sea water velocity|m s**-1||266140
svn||Northward surface sea water velocity|m s**-1||262139
avg_svn||Time-mean northward surface sea water velocity|m s**-1||263139
max_svn||Time-maximum northward surface sea water velocity|m s**-1||265139
min_svn||Time-minimum northward surface sea water velocity|m s**-1||266139
zosib||Sea surface height with inverse barometer correction|m||262143
avg_zosib||Time-mean sea surface height with inverse barometer correction|m||263143
max_zosib||Time-maximum sea surface height with inverse barometer correction|m||265143
min_zosib||Time-minimum sea surface height with inverse barometer correction|m||266143
sss||Sea surface salinity|kg kg**-1||262145
avg_sss||Time-mean sea surface salinity|kg kg**-1||263145
max_sss||Time-maximum sea surface salinity|kg kg**-1||265145
min_sss||Time-minimum sea surface salinity|kg kg**-1||266145
rsdos||Sea surface downward short-wave radiation flux|W m**-2||262149
avg_rsdos||Time-mean sea surface downward short-wave radiation flux|W m**-2||263149
max_rsdos||Time-maximum sea surface downward short-wave radiation flux|W m**-2||265149
min_rsdos||Time-minimum sea surface downward short-wave radiation flux|W m**-2||266149
wmb||Model bathymetry|m||140219
tsec||Seconds prior to initial reference time (defined in Section 1)|s||260241
utci||Universal thermal climate index|K||261001
mrt||Mean radiant temperature|K||261002
wbgt||Wet bulb globe temperature|K||261014
gt||Globe temperature|K||261015
hmdx||Humidex|K||261016
efft||Effective temperature|K||261017
nefft||Normal effective temperature|K||261018
sefft||Standard effective temperature|K||261019
peqt||Physiological equivalent temperature|K||261020
uvbed||UV biologically effective dose|~||214002
uvbedcs||UV biologically effective dose clear-sky|~||214003
exhf||Excess heat factor|K**2||261024
excf||Excess cold factor|K**2||261025
mal_cases_frac||Fraction of Malaria cases|Fraction||261003
mal_prot_ratio||Malaria circumsporozoite protein ratio|Fraction||261004
mal_innoc_rate||Plasmodium falciparum entomological inoculation rate|Bites per day per person||261005
mal_hbite_rate||Human bite rate by anopheles vectors|Bites per day per person||261006
mal_immun_ratio||Malaria immunity ratio|Fraction||261007
mal_infect_ratio||Falciparum parasite ratio|Fraction||261008
mal_infect_d10_ratio||Detectable falciparum parasite ratio (after day 10)|Fraction||261009
mal_host_ratio||Anopheles vector to host ratio|Fraction||261010
mal_vect_dens||Anopheles vector density|Number m**-2||261011
mal_hab_frac||Fraction of malarial vector reproductive habitat|Fraction||261012
pop_dens||Population density|Person m**-2||261013
ttrad||Temperature tendency by all radiation|K s**-1||260243
rev||Relative Error Variance|~||260244
lrghr||Large Scale Condensate Heating rate|K s**-1||260245
cnvhr||Deep Convective Heating rate|K s**-1||260246
thflx||Total Downward Heat Flux at Surface|W m**-2||260247
ttdia||Temperature Tendency By All Physics|K s**-1||260248
ttphy||Temperature Tendency By Non-radiation Physics|K s**-1||260249
tsd1d||Standard Dev. of IR Temp. over 1x1 deg. area|K||260250
shahr||Shallow Convective Heating rate|K s**-1||260251
vdfhr||Vertical Diffusion Heating rate|K s**-1||260252
thz0||Potential temperature at top of viscous sublayer|K||260253
tchp||Tropical Cyclone Heat Potential|J m**-2 K**-1||260254
minrh||Minimum Relative Humidity|%||260261
tipd||Total Icing Potential Diagnostic|dimensionless||260269
ncip||Number concentration for ice particles|dimensionless||260270
snot||Snow temperature|K||260271
tclsw||Total column-integrated supercooled liquid water|kg m**-2||260272
tcolm||Total column-integrated melting ice|kg m**-2||260273
emnp||Evaporation - Precipitation|cm per day||260274
sbsno||Sublimation (evaporation from snow)|W m**-2||260275
cnvmr||Deep Convective Moistening Rate|kg (kg s**-1)**-1||260276
shamr||Shallow Convective Moistening Rate|kg (kg s**-1)**-1||260277
vdfmr||Vertical Diffusion Moistening Rate|kg (kg s**-1)**-1||260278
condp||Condensation Pressure of Parcali Lifted From Indicate Surface|Pa||260279
lrgmr||Large scale moistening rate|kg (kg s**-1)**-1||260280
qz0||Specific humidity at top of viscous sublayer|kg kg**-1||260281
qmax||Maximum specific humidity at 2m|kg kg**-1||260282
qmin||Minimum specific humidity at 2m|kg kg**-1||260283
arain||Liquid precipitation (rainfall)|kg m**-2||260284
snowt||Snow temperature, depth-avg|K||260285
apcpn||Total precipitation (nearest grid point)|kg m**-2||260286
acpcpn||Convective precipitation (nearest grid point)|kg m**-2||260287
frzr||Freezing Rain|kg m**-2||260288
lauv||Latitude of U Wind Component of Velocity|deg||260295
louv||Longitude of U Wind Component of Velocity|deg||260296
lavv||Latitude of V Wind Component of Velocity|deg||260297
lovv||Longitude of V Wind Component of Velocity|deg||260298
lapp||Latitude of Pressure Point|deg||260299
lopp||Longitude of Pressure Point|deg||260300
vedh||Vertical Eddy Diffusivity Heat exchange|m**2 s**-1||260301
covmz||Covariance between Meridional and Zonal Components of the wind.|m**2 s**-2||260302
covtz||Covariance between Temperature and Zonal Components of the wind.|K m s**-1||260303
covtm||Covariance between Temperature and Meridional Components of the wind.|K m s**-1||260304
vdfua||Vertical Diffusion Zonal Acceleration|m s**-2||260305
vdfva||Vertical Diffusion Meridional Acceleration|m s**-2||260306
gwdu||Gravity wave drag zonal acceleration|m s**-2||260307
gwdv||Gravity wave drag meridional acceleration|m s**-2||260308
cnvu||Convective zonal momentum mixing acceleration|m s**-2||260309
cnvv||Convective meridional momentum mixing acceleration|m s**-2||260310
wtend||Tendency of vertical velocity|m s**-2||260311
omgalf||Omega (Dp/Dt) divide by density|K||260312
cngwdu||Convective Gravity wave drag zonal acceleration|m s**-2||260313
cngwdv||Convective Gravity wave drag meridional acceleration|m s**-2||260314
lmv||Velocity Point Model Surface|~||260315
pvmww||Potential Vorticity (Mass-Weighted)|(s m**-1)**-1||260316
VRATE||Ventilation Rate|m**2 s**-1||7001353
mslet||MSLP (Eta model reduction)|Pa||260317
mslma||MSLP (MAPS System Reduction)|Pa||260323
tslsa||3-hr pressure tendency (Std. Atmos. Reduction)|Pa s**-1||260324
plpl||Pressure of level from which parcel was lifted|Pa||260325
lpsx||X-gradient of Log Pressure|m**-1||260326
lpsy||Y-gradient of Log Pressure|m**-1||260327
hgtx||X-gradient of Height|m**-1||260328
hgty||Y-gradient of Height|m**-1||260329
layth||Layer Thickness|m||260330
nlgsp||Natural Log of Surface Pressure|ln(kPa)||260331
cnvumf||Convective updraft mass flux|kg (m**2 s-1)**-1||260332
cnvdmf||Convective downdraft mass flux|kg (m**2 s-1)**-1||260333
cnvdemf||Convective detrainment mass flux|kg (m**2 s-1)**-1||260334
lmh||Mass Point Model Surface|~||260335
hgtn||Geopotential Height (nearest grid point)|gpm||260336
presn||Pressure (nearest grid point)|Pa||260337
duvb||UV-B downward solar flux|W m**-2||260340
cduvb||Clear sky UV-B downward solar flux|W m**-2||260341
csdsf||Clear Sky Downward Solar Flux|W m**-2||260342
swhr||Solar Radiative Heating Rate|K s**-1||260343
csusf||Clear Sky Upward Solar Flux|W m**-2||260344
cfnsf||Cloud Forcing Net Solar Flux|W m**-2||260345
vbdsf||Visible Beam Downward Solar Flux|W m**-2||260346
vddsf||Visible Diffuse Downward Solar Flux|W m**-2||260347
nbdsf||Near IR Beam Downward Solar Flux|W m**-2||260348
nddsf||Near IR Diffuse Downward Solar Flux|W m**-2||260349
dtrf||Downward Total radiation Flux|W m**-2||260350
utrf||Upward Total radiation Flux|W m**-2||260351
lwhr||Long-Wave Radiative Heating Rate|K s**-1||260354
csulf||Clear Sky Upward Long Wave Flux|W m**-2||260355
csdlf||Clear Sky Downward Long Wave Flux|W m**-2||260356
cfnlf||Cloud Forcing Net Long Wave Flux|W m**-2||260357
mflux||Convective Cloud Mass Flux|Pa s**-1||260366
SUNSD||Sunshine Duration|s||7001292
ri||Richardson Number|Numeric||260369
cwdi||Convective Weather Detection Index|~||260370
uvi||UV index|Numeric||260094
uphl||Updraft Helicity|m**2 s**-2||260372
pmtc||Particulate matter (coarse)|(10**-6 g) m**-3||260374
pmtf||Particulate matter (fine)|(10**-6 g) m**-3||260375
lpmtf||Particulate matter (fine)|log10((10**-6g) m**-3)||260376
lipmf||Integrated column particulate matter (fine)|log10((10**-6g) m**-3)||260377
o3mr||Ozone mixing ratio|kg kg**-1||260131
ozcon||Ozone Concentration (PPB)|ppb||260379
ozcat||Categorical Ozone Concentration|dimensionless||260380
vdfoz||Ozone vertical diffusion|kg (kg s**-1)**-1||260381
poz||Ozone production|kg (kg s**-1)**-1||260382
toz||Ozone tendency|kg (kg s**-1)**-1||260383
pozt||Ozone production from temperature term|kg (kg s**-1)**-1||260384
pozo||Ozone production from col ozone term|kg (kg s**-1)**-1||260385
refzr||Derived radar reflectivity backscatter from rain|mm**6 m**-3||260386
refzi||Derived radar reflectivity backscatter from ice|mm**6 m**-3||260387
refzc||Derived radar reflectivity backscatter from parameterized convection|mm**6 m**-3||260388
refd||Derived radar reflectivity|dB||260389
refc||Maximum/Composite radar reflectivity|dB||260390
ltng||Lightning|dimensionless||260391
srcono||Slight risk convective outlook|categorical||260394
mrcono||Moderate risk convective outlook|categorical||260395
hrcono||High risk convective outlook|categorical||260396
torprob||Tornado probability|%||260397
hailprob||Hail probability|%||260398
windprob||Wind probability|%||260399
storprob||Significant Tornado probability|%||260400
shailpro||Significant Hail probability|%||260401
swindpro||Significant Wind probability|%||260402
tstmc||Categorical Thunderstorm (1-yes, 0-no)|categorical||260403
mixly||Number of mixed layers next to surface|Integer||260404
flght||Flight Category|~||260405
cicel||Confidence - Ceiling|~||260406
civis||Confidence - Visibility|~||260407
ciflt||Confidence - Flight Category|~||260408
lavni||Low-Level aviation interest|~||260409
havni||High-Level aviation interest|~||260410
sbsalb||Visible, Black Sky Albedo|%||260411
swsalb||Visible, White Sky Albedo|%||260412
nbsalb||Near IR, Black Sky Albedo|%||260413
nwsalb||Near IR, White Sky Albedo|%||260414
prsvr||Total Probability of Severe Thunderstorms (Days 2,3)|%||260415
prsigsvr||Total Probability of Extreme Severe Thunderstorms (Days 2,3)|%||260416
sipd||Supercooled Large Droplet (SLD) Potential|~||260417
epsr||Radiative emissivity|~||260418
tpfi||Turbulence Potential Forecast Index|~||260419
vaftd||Volcanic Ash Forecast Transport and Dispersion|log10(kg m**-3)||260420
ICSEV||Icing severity|Numeric||7001293
cpozp||Probability of Freezing Precipitation|%||260429
ppffg||Probability of precipitation exceeding flash flood guidance values|%||260431
cwr||Probability of Wetting Rain, exceeding in 0.10 in a given time period|%||260432
vgtyp||Vegetation Type|Integer(0-13)||260439
wilt||Wilting Point|Fraction||260442
rdrip||Rate of water dropping from canopy to ground|~||260447
icwat||Ice-free water surface|%||260448
akhs||Surface exchange coefficients for T and Q divided by delta z|m s**-1||260449
akms||Surface exchange coefficients for U and V divided by delta z|m s**-1||260450
vegt||Vegetation canopy temperature|K||260451
sstor||Surface water storage|kg m**-2||260452
lsoil||Liquid soil moisture content (non-frozen)|kg m**-2||260453
ewatr||Open water evaporation (standing water)|W m**-2||260454
gwrec||Groundwater recharge|kg m**-2||260455
qrec||Flood plain recharge|kg m**-2||260456
sfcrh||Roughness length for heat|m||260457
ndvi||Normalized Difference Vegetation Index|~||260458
landn||Land-sea coverage (nearest neighbor) [land=1,sea=0]|~||260459
amixl||Asymptotic mixing length scale|m||260460
wvinc||Water vapor added by precip assimilation|kg m**-2||260461
wcinc||Water condensate added by precip assimilation|kg m**-2||260462
wvconv||Water Vapor Flux Convergence (Vertical Int)|kg m**-2||260463
wcconv||Water Condensate Flux Convergence (Vertical Int)|kg m**-2||260464
wvuflx||Water Vapor Zonal Flux (Vertical Int)|kg m**-2||260465
wvvflx||Water Vapor Meridional Flux (Vertical Int)|kg m**-2||260466
wcuflx||Water Condensate Zonal Flux (Vertical Int)|kg m**-2||260467
wcvflx||Water Condensate Meridional Flux (Vertical Int)|kg m**-2||260468
acond||Aerodynamic conductance|m s**-1||260469
evcw||Canopy water evaporation|W m**-2||260470
trans||Transpiration|W m**-2||260471
sltyp||Surface Slope Type|Index||260474
evbs||Direct evaporation from bare soil|W m**-2||260478
lspa||Land Surface Precipitation Accumulation|kg m**-2||260479
baret||Bare soil surface skin temperature|K||260480
avsft||Average surface skin temperature|K||260481
radt||Effective radiative skin temperature|K||260482
fldcp||Field Capacity|Fraction||260483
wstp||Wave Steepness|~||260486
omlu||Ocean Mixed Layer U Velocity|m s**-1||260487
omlv||Ocean Mixed Layer V Velocity|m s**-1||260488
ubaro||Barotropic U velocity|m s**-1||260489
vbaro||Barotropic V velocity|m s**-1||260490
surge||Storm Surge|m||260491
etsrg||Extra Tropical Storm Surge|m||260492
elevhtml||Ocean Surface Elevation Relative to Geoid|m||260493
sshg||Sea Surface Height Relative to Geoid|m||260494
p2omlt||Ocean Mixed Layer Potential Density (Reference 2000m)<br|kg m**-3||260495
aohflx||Net Air-Ocean Heat Flux|W m**-2||260496
ashfl||Assimilative Heat Flux|W m**-2||260497
sstt||Surface Temperature Trend|degreeperday||260498
ssst||Surface Salinity Trend|psuperday||260499
keng||Kinetic Energy|J kg**-1||260500
sltfl||Salt Flux|kg (m**2 s**-1)**-1||260501
wtmpc||3-D Temperature|deg C||260502
salin||3-D Salinity|~||260503
bkeng||Barotropic Kinetic Energy|J kg**-1||260504
dbss||Geometric Depth Below Sea Surface|m||260505
intfd||Interface Depths|m||260506
ohc||Ocean Heat Content|J m**-2||260507
litota3||Averaged total lightning flash density in the last 3 hours|km**-2 day**-1||228057
litota6||Averaged total lightning flash density in the last 6 hours|km**-2 day**-1||228058
licga3||Averaged cloud-to-ground lightning flash density in the last 3 hours|km**-2 day**-1||228059
licga6||Averaged cloud-to-ground lightning flash density in the last 6 hours|km**-2 day**-1||228060`;

export const SECTIONS: Readonly<Record<string, string>> = {
  "grib1-98": `128.1:0
128.2:1
128.3:2
128.4:3
128.5:4
128.6:5
128.7:6
128.8:7
128.9:8
128.10:9
128.11:10
128.12:11
128.13:12
128.14:13
128.15:14
128.16:15
128.17:16
128.18:17
128.19:18
128.20:19
128.21:20
128.22:21
128.23:22
128.24:23
128.25:24
128.26:25
128.27:26
128.28:27
128.29:28
128.30:29
128.31:30
128.32:31
128.33:32
128.34:33
128.35:34
128.36:35
128.37:36
128.38:37
128.39:38
128.40:39
128.41:40
128.42:41
128.43:42
128.44:43
128.45:44
128.46:45
128.47:46
128.48:47
128.49:48
128.50:49
128.51:50
128.52:51
128.53:52
128.54:53
128.55:54
128.56:55
128.57:56
128.58:57
128.59:58
128.60:59
128.62:60
128.63:61
128.64:62
128.65:63
128.66:64
128.67:65
128.68:66
128.69:67
128.70:68
128.71:69
128.72:70
128.73:71
128.74:72
128.75:73
128.76:74
128.77:75
128.78:76
128.79:77
128.80:78
128.81:79
128.82:80
128.83:81
128.84:82
128.85:83
128.86:84
128.87:85
128.88:86
128.89:87
128.90:88
128.91:89
128.92:90
128.93:91
128.94:92
128.95:93
128.96:94
128.97:95
128.98:96
128.99:97
128.100:98
128.101:99
128.102:100
128.103:101
128.104:102
128.105:103
128.106:104
128.107:105
128.108:106
128.109:107
128.110:108
128.111:109
128.112:110
128.113:111
128.114:112
128.115:113
128.116:114
128.117:115
128.118:116
128.119:117
128.120:118
128.121:119
128.122:120
128.123:121
128.124:122
128.125:123
128.126:124
128.127:125
128.128:126
128.129:127
128.130:128
128.131:129
128.132:130
128.133:131
128.134:132
128.135:133
128.136:134
128.137:135
128.138:136
128.139:137
128.140:138
128.141:139
128.142:140
128.143:141
128.144:142
128.145:143
128.146:144
128.147:145
128.148:146
128.149:147
128.150:148
128.151:149
128.152:150
128.153:151
128.154:152
128.155:153
128.156:154
128.157:155
128.158:156
128.159:157
128.160:158
128.161:159
128.162:160
128.163:161
128.164:162
128.165:163
128.166:164
128.167:165
128.168:166
128.169:167
128.170:168
128.171:169
128.172:170
128.173:171
128.174:172
128.175:173
128.176:174
128.177:175
128.178:176
128.179:177
128.180:178
128.181:179
128.182:180
128.183:181
128.184:182
128.185:183
128.186:184
128.187:185
128.188:186
128.189:187
128.190:188
128.191:189
128.192:190
128.193:191
128.194:192
128.195:193
128.196:194
128.197:195
128.198:196
128.199:197
128.200:198
128.201:199
128.202:200
128.203:201
128.204:202
128.205:203
128.206:204
128.207:205
128.208:206
128.209:207
128.210:208
128.211:209
128.212:210
128.213:211
128.214:212
128.215:213
128.216:214
128.217:215
128.218:216
128.219:217
128.220:218
128.221:219
128.222:220
128.223:221
128.224:222
128.225:223
128.226:224
128.227:225
128.228:226
128.229:227
128.230:228
128.231:229
128.232:230
128.233:231
128.234:232
128.235:233
128.236:234
128.237:235
128.238:236
128.239:237
128.240:238
128.241:239
128.242:240
128.243:241
128.244:242
128.245:243
128.246:244
128.247:245
128.248:246
128.249:247
128.250:248
128.251:249
128.252:250
128.253:251
128.254:252
128.255:253
228.1:254
228.2:255
228.3:256
228.4:257
228.5:258
228.6:259
228.7:260
228.8:261
228.9:262
228.10:263
228.11:264
228.12:265
228.13:266
228.14:267
228.15:268
228.16:269
228.17:270
228.18:271
228.19:272
228.20:273
228.21:274
228.22:275
228.23:276
228.24:277
228.25:278
228.26:279
228.27:280
228.28:281
228.29:282
228.37:283
228.39:284
228.40:285
228.41:286
228.42:287
228.43:288
228.44:289
228.46:290
228.47:291
228.48:292
228.50:293
228.51:294
228.52:295
228.53:296
228.70:297
228.71:298
228.72:299
228.73:300
228.74:301
228.78:302
228.79:303
228.80:304
228.81:305
228.82:306
228.83:307
228.84:308
228.85:309
228.88:310
228.89:311
228.90:312
228.91:313
228.92:314
228.93:315
228.94:316
228.109:317
228.121:318
228.123:319
228.129:320
228.130:321
228.131:322
228.132:323
228.134:324
228.136:325
228.139:326
228.141:327
228.144:328
228.164:329
228.170:330
228.171:331
228.216:332
228.217:333
228.218:334
228.219:335
228.220:336
228.221:337
228.222:338
228.223:339
228.224:340
228.225:341
228.226:342
228.227:343
228.228:344
228.229:345
228.230:346
228.239:347
228.240:348
228.241:349
228.242:350
228.243:351
228.244:352
228.245:353
228.246:354
228.247:355
228.249:356
228.250:357
228.251:358
228.252:359
228.253:360
228.254:361`,
  grib1: `3.1:53;1=132
3.2:149
3.3:362
3.4:59
3.5:363
3.6:127
3.7:154;1=255
3.8:364
3.9:365
3.10:204
3.11:128;105@2=165
3.12:366
3.13:2
3.14:367
3.15:368;105@2=119
3.16:369;105@2=120
3.17:370;105@2=166
3.18:371
3.19:372
3.20:373
3.21:374
3.22:375
3.23:376
3.24:377
3.25:378
3.26:379
3.27:380
3.28:381
3.29:382
3.30:383
3.31:384
3.32:9
3.33:129;105@10=163
3.34:130;105@10=164
3.35:0
3.36:1
3.37:385
3.38:386
3.39:133
3.41:387
3.42:388
3.43:136
3.44:153
3.45:389
3.46:390
3.47:391
3.48:392
3.51:131
3.52:155
3.53:393
3.54:394
3.55:395
3.56:396
3.57:180
3.59:397
3.60:398
3.61:344
3.62:399
3.63:400
3.64:401
3.65:328
3.66:402
3.67:403
3.68:404
3.69:405
3.70:406
3.71:329
3.72:407
3.73:408
3.74:409
3.75:410
3.76:411
3.77:412
3.78:413
3.79:414
3.80:415
3.81:170
3.82:416
3.83:171
3.84:417
3.85:326
3.86:284
3.87:418
3.88:419
3.89:420
3.90:203
3.91:421
3.92:422
3.93:423
3.94:424
3.95:425
3.96:426
3.97:427
3.98:428
3.99:429
3.100:430
3.101:431
3.102:432
3.103:433
3.104:434
3.105:435
3.106:436
3.107:437
3.108:438
3.109:439
3.110:440
3.111:441
3.112:442
3.113:443
3.114:444
3.115:445
3.116:446
3.117:447
3.118:192
3.119:448
3.120:449
3.121:450
3.122:451
3.123:452
3.124:453
3.125:454
3.126:455
3.127:456`,
  "grib1-7": `2.1:53;1=132
2.2:149
2.3:362
2.4:59
2.5:363
2.6:127
2.7:154;1=255
2.8:364
2.9:365
2.10:204
2.11:128;105@2=165
2.12:366
2.13:2
2.14:367
2.15:368;105@2=119
2.16:369;105@2=120
2.17:370;105@2=166
2.18:371
2.19:372
2.20:373
2.21:374
2.22:375
2.23:376
2.24:377
2.25:378
2.26:379
2.27:380
2.28:381
2.29:382
2.30:383
2.31:384
2.32:9
2.33:129;105@10=163
2.34:130;105@10=164
2.35:0
2.36:1
2.37:385
2.38:386
2.39:133
2.41:387
2.42:388
2.43:136
2.44:153
2.45:389
2.46:390
2.47:391
2.48:392
2.51:131
2.52:155
2.53:393
2.54:394
2.55:395
2.56:396
2.57:180
2.59:397
2.60:398
2.61:344
2.62:399
2.63:400
2.64:401
2.65:328
2.66:402
2.67:403
2.68:404
2.69:405
2.70:406
2.71:329
2.72:407
2.73:408
2.74:409
2.75:410
2.76:411
2.77:412
2.78:413
2.79:414
2.80:415
2.81:170
2.82:416
2.83:171
2.84:417
2.85:326
2.86:284
2.87:418
2.88:419
2.89:420
2.90:203
2.91:421
2.92:422
2.93:423
2.94:424
2.95:425
2.96:426
2.97:427
2.98:428
2.99:429
2.100:430
2.101:431
2.102:432
2.103:433
2.104:434
2.105:435
2.106:436
2.107:437
2.108:438
2.109:439
2.110:440
2.111:441
2.112:442
2.113:443
2.114:444
2.115:445
2.116:446
2.117:447
2.118:192
2.119:448
2.120:449
2.121:450
2.122:451
2.123:452
2.124:453
2.125:454
2.126:455
2.127:456`,
  grib2: `0.0.0:128;100/0=457;100/2=458;100/3=459;1/0=457;1/2=458;1/3=459;101/0=457;101/2=458;101/3=459;103@2=165;103@2/0=257;103@2/1=165;103@2/2=460;103@2/3=461;103@10/0=457;103@10/2=458;103@10/3=459;106/0=457;106/2=458;106/3=459
0.0.1:366
0.0.2:2;100/0=462;100/2=463;100/3=464;1/0=462;1/2=463;1/3=464;101/0=462;101/2=463;101/3=464;103@2/0=462;103@2/2=463;103@2/3=464;103@10/0=462;103@10/2=463;103@10/3=464;106/0=462;106/2=463;106/3=464
0.0.3:367
0.0.4:368
0.0.5:369
0.0.6:370;103@2=166;103@2/0=465;103@2/1=166;103@2/2=466;103@2/3=467
0.0.8:372
0.0.9:378
0.0.10:468;1/0=469;1/1=145;1/2=470;1/3=471
0.0.11:229;1/0=472;1/1=144;1/2=473;1/3=474
0.0.12:475
0.0.13:476
0.0.14:477
0.0.15:478
0.0.16:479
0.0.17:233;1/0=480;1/2=481;1/3=482
0.0.20:483;100/0=485;100/1=484;100/2=486;100/3=487;1/0=485;1/1=484;1/2=486;1/3=487;101/0=485;101/1=484;101/2=486;101/3=487;103@2/0=485;103@2/1=484;103@2/2=486;103@2/3=487;103@10/0=485;103@10/1=484;103@10/2=486;103@10/3=487;106/0=485;106/1=484;106/2=486;106/3=487
0.0.21:488
0.0.22:489;100/0=491;100/1=490;100/2=492;100/3=493;1/0=491;1/1=490;1/2=492;1/3=493;101/0=491;101/1=490;101/2=492;101/3=493;103@2/0=491;103@2/1=490;103@2/2=492;103@2/3=493;103@10/0=491;103@10/1=490;103@10/2=492;103@10/3=493;106/0=491;106/1=490;106/2=492;106/3=493
0.0.23:494;100/0=496;100/1=495;100/2=497;100/3=498;1/0=496;1/1=495;1/2=497;1/3=498;101/0=496;101/1=495;101/2=497;101/3=498;103@2/0=496;103@2/1=495;103@2/2=497;103@2/3=498;103@10/0=496;103@10/1=495;103@10/2=497;103@10/3=498;106/0=496;106/1=495;106/2=497;106/3=498
0.0.24:499;100/0=501;100/1=500;100/2=502;100/3=503;1/0=501;1/1=500;1/2=502;1/3=503;101/0=501;101/1=500;101/2=502;101/3=503;103@2/0=501;103@2/1=500;103@2/2=502;103@2/3=503;103@10/0=501;103@10/1=500;103@10/2=502;103@10/3=503;106/0=501;106/1=500;106/2=502;106/3=503
0.0.25:504;100/0=506;100/1=505;100/2=507;100/3=508;1/0=506;1/1=505;1/2=507;1/3=508;101/0=506;101/1=505;101/2=507;101/3=508;103@2/0=506;103@2/1=505;103@2/2=507;103@2/3=508;103@10/0=506;103@10/1=505;103@10/2=507;103@10/3=508;106/0=506;106/1=505;106/2=507;106/3=508
0.0.26:509;100/0=511;100/1=510;100/2=512;100/3=513;1/0=511;1/1=510;1/2=512;1/3=513;101/0=511;101/1=510;101/2=512;101/3=513;103@2/0=511;103@2/1=510;103@2/2=512;103@2/3=513;103@10/0=511;103@10/1=510;103@10/2=512;103@10/3=513;106/0=511;106/1=510;106/2=512;106/3=513
0.0.27:514
0.0.28:20
0.0.30:515
0.0.31:516
0.0.32:517
0.1.0:131;100/0=518;100/2=519;100/3=520;1/0=518;1/2=519;1/3=520;101/0=518;101/2=519;101/3=520;103@2=521;103@2/0=522;103@2/1=521;103@2/2=523;103@2/3=524;103@10/0=518;103@10/2=519;103@10/3=520;106/0=518;106/2=519;106/3=520
0.1.1:155;100/0=525;100/2=526;100/3=527;1/0=525;1/2=526;1/3=527;101/0=525;101/2=526;101/3=527;103@2=528;103@2/0=529;103@2/1=528;103@2/2=530;103@2/3=531;103@10/0=525;103@10/2=526;103@10/3=527;106/0=525;106/2=526;106/3=527
0.1.3:394
0.1.4:532
0.1.5:396
0.1.7:397
0.1.9:533
0.1.10:400
0.1.11:402
0.1.12:534
0.1.13:535
0.1.14:413
0.1.15:536
0.1.17:537
0.1.18:538
0.1.19:539
0.1.20:540
0.1.21:541
0.1.22:542
0.1.23:543
0.1.24:544
0.1.25:545
0.1.26:546
0.1.27:547
0.1.28:548
0.1.30:549
0.1.31:550
0.1.32:551
0.1.33:552
0.1.34:553
0.1.35:554
0.1.36:555
0.1.37:557;1/0=558;1/1=556;1/2=559;1/3=560
0.1.38:561
0.1.39:562
0.1.40:563
0.1.42:564
0.1.43:565
0.1.44:566
0.1.45:567
0.1.46:568
0.1.47:569
0.1.48:570
0.1.49:571
0.1.51:572
0.1.52:573;100/0=574;100/1=575;100/2=576;100/3=577;1=578;1/0=579;1/1=344;1/2=580;1/3=581;101/0=574;101/1=575;101/2=576;101/3=577;103@2/0=574;103@2/1=575;103@2/2=576;103@2/3=577;103@10/0=574;103@10/1=575;103@10/2=576;103@10/3=577;106/0=574;106/1=575;106/2=576;106/3=577
0.1.53:582;1/0=583;1/1=328;1/2=584;1/3=585
0.1.54:586;1/0=587;1/1=399;1/2=588;1/3=589
0.1.55:336;1/0=591;1/1=590;1/2=592;1/3=593
0.1.56:337;1/0=595;1/1=594;1/2=596;1/3=597
0.1.57:598;1/1=599
0.1.58:600
0.1.59:601
0.1.60:327;100/0=602;100/2=603;100/3=604;1/0=602;1/2=603;1/3=604;101/0=602;101/2=603;101/3=604;103@2/0=602;103@2/2=603;103@2/3=604;103@10/0=602;103@10/2=603;103@10/3=604;106/0=602;106/2=603;106/3=604
0.1.61:32;100/0=605;100/2=606;100/3=607;1/0=605;1/2=606;1/3=607;101/0=605;101/2=606;101/3=607;103@2/0=605;103@2/2=606;103@2/3=607;103@10/0=605;103@10/2=606;103@10/3=607;106/0=605;106/2=606;106/3=607
0.1.65:608;1/1=609
0.1.66:610;1/1=611
0.1.67:613;1/0=614;1/1=612;1/2=615;1/3=616
0.1.68:617
0.1.75:618
0.1.76:334;1/0=619;1/2=620;1/3=621
0.1.77:335;1/0=622;1/2=623;1/3=624
0.1.79:230;1/0=626;1/1=625;1/2=627;1/3=628
0.1.83:244;100/0=629;100/2=630;100/3=631;1/0=629;1/2=630;1/3=631;101/0=629;101/2=630;101/3=631;103@2/0=629;103@2/2=630;103@2/3=631;103@10/0=629;103@10/2=630;103@10/3=631;106/0=629;106/2=630;106/3=631
0.1.84:245;100/0=632;100/2=633;100/3=634;1/0=632;1/2=633;1/3=634;101/0=632;101/2=633;101/3=634;103@2/0=632;103@2/2=633;103@2/3=634;103@10/0=632;103@10/2=633;103@10/3=634;106/0=632;106/2=633;106/3=634
0.1.85:73;100/0=635;100/2=636;100/3=637;1/0=635;1/2=636;1/3=637;101/0=635;101/2=636;101/3=637;103@2/0=635;103@2/2=636;103@2/3=637;103@10/0=635;103@10/2=636;103@10/3=637;106/0=635;106/2=636;106/3=637
0.1.86:74;100/0=638;100/2=639;100/3=640;1/0=638;1/2=639;1/3=640;101/0=638;101/2=639;101/3=640;103@2/0=638;103@2/2=639;103@2/3=640;103@10/0=638;103@10/2=639;103@10/3=640;106/0=638;106/2=639;106/3=640
0.1.93:641;100/0=642;100/2=643;100/3=644;1/0=642;1/2=643;1/3=644;101/0=642;101/2=643;101/3=644;103@2=283;103@2/0=645;103@2/1=283;103@2/2=646;103@2/3=647;103@10/0=642;103@10/2=643;103@10/3=644;106/0=642;106/2=643;106/3=644
0.1.94:648
0.2.0:384;100/0=649;100/2=650;100/3=651;1/0=649;1/2=650;1/3=651;101/0=649;101/2=650;101/3=651;103@2/0=649;103@2/2=650;103@2/3=651;103@10=652;103@10/0=653;103@10/1=652;103@10/2=654;103@10/3=655;106/0=649;106/2=650;106/3=651
0.2.1:9;100/0=656;100/2=657;100/3=658;1/0=656;1/2=657;1/3=658;101/0=656;101/2=657;101/3=658;103@2/0=656;103@2/2=657;103@2/3=658;103@10=205;103@10/0=258;103@10/1=205;103@10/2=659;103@10/3=660;106/0=656;106/2=657;106/3=658
0.2.2:129;100/0=661;100/2=662;100/3=663;1/0=661;1/2=662;1/3=663;101/0=661;101/2=662;101/3=663;103@2/0=661;103@2/2=662;103@2/3=663;103@10=163;103@10/0=664;103@10/1=163;103@10/2=665;103@10/3=666;106/0=661;106/2=662;106/3=663
0.2.3:130;100/0=667;100/2=668;100/3=669;1/0=667;1/2=668;1/3=669;101/0=667;101/2=668;101/3=669;103@2/0=667;103@2/2=668;103@2/3=669;103@10=164;103@10/0=670;103@10/1=164;103@10/2=671;103@10/3=672;106/0=667;106/2=668;106/3=669
0.2.4:0
0.2.5:1
0.2.6:52;100/0=673;100/2=674;100/3=675;1/0=673;1/2=674;1/3=675;101/0=673;101/2=674;101/3=675;103@2/0=673;103@2/2=674;103@2/3=675;103@10/0=673;103@10/2=674;103@10/3=675;106/0=673;106/2=674;106/3=675
0.2.7:386
0.2.8:133;100/0=676;100/2=677;100/3=678;1/0=676;1/2=677;1/3=678;101/0=676;101/2=677;101/3=678;103@2/0=676;103@2/2=677;103@2/3=678;103@10/0=676;103@10/2=677;103@10/3=678;106/0=676;106/2=677;106/3=678
0.2.9:679
0.2.10:387
0.2.11:388
0.2.12:136;100/0=680;100/2=681;100/3=682;1/0=680;1/2=681;1/3=682;101/0=680;101/2=681;101/3=682;103@2/0=680;103@2/2=681;103@2/3=682;103@10/0=680;103@10/2=681;103@10/3=682;106/0=680;106/2=681;106/3=682
0.2.13:153;100/0=683;100/2=684;100/3=685;1/0=683;1/2=684;1/3=685;101/0=683;101/2=684;101/3=685;103@2/0=683;103@2/2=684;103@2/3=685;103@10/0=683;103@10/2=684;103@10/3=685;106/0=683;106/2=684;106/3=685
0.2.14:59;100/0=686;100/2=687;100/3=688;1/0=686;1/2=687;1/3=688;101/0=686;101/2=687;101/3=688;103@2/0=686;103@2/2=687;103@2/3=688;103@10/0=686;103@10/2=687;103@10/3=688;106/0=686;106/2=687;106/3=688
0.2.15:389
0.2.16:390
0.2.17:690;1/0=691;1/1=689;1/2=692;1/3=693
0.2.18:695;1/0=696;1/1=694;1/2=697;1/3=698
0.2.19:455
0.2.20:699;100/0=700;100/1=143;100/2=701;100/3=702;1/0=700;1/1=143;1/2=701;1/3=702;101/0=700;101/1=143;101/2=701;101/3=702;103@2/0=700;103@2/1=143;103@2/2=701;103@2/3=702;103@10/0=700;103@10/1=143;103@10/2=701;103@10/3=702;106/0=700;106/1=143;106/2=701;106/3=702
0.2.21:703
0.2.22:704;103@10=282;103@10/0=705;103@10/1=282;103@10/2=706;103@10/3=707
0.2.23:708;103@10/2=709
0.2.24:710;103@10/2=711
0.2.25:712
0.2.26:713
0.2.27:714
0.2.28:715
0.2.29:716
0.2.30:717
0.2.32:75;100/0=718;100/2=719;100/3=720;1/0=718;1/2=719;1/3=720;101/0=718;101/2=719;101/3=720;103@2/0=718;103@2/2=719;103@2/3=720;103@10/0=718;103@10/2=719;103@10/3=720;106/0=718;106/2=719;106/3=720
0.2.37:228
0.2.38:227
0.2.39:721;100/0=723;100/1=722;100/2=724;100/3=725;1/0=723;1/1=722;1/2=724;1/3=725;101/0=723;101/1=722;101/2=724;101/3=725;103@2/0=723;103@2/1=722;103@2/2=724;103@2/3=725;103@10/0=723;103@10/1=722;103@10/2=724;103@10/3=725;106/0=723;106/1=722;106/2=724;106/3=725
0.2.40:726;100/0=728;100/1=727;100/2=729;100/3=730;1/0=728;1/1=727;1/2=729;1/3=730;101/0=728;101/1=727;101/2=729;101/3=730;103@2/0=728;103@2/1=727;103@2/2=729;103@2/3=730;103@10/0=728;103@10/1=727;103@10/2=729;103@10/3=730;106/0=728;106/1=727;106/2=729;106/3=730
0.2.45:22
0.2.47:731;1/0=732;1/2=733;1/3=734
0.2.48:735
0.2.54:243;1/0=736;1/2=737;1/3=738
0.2.55:739
0.2.58:740;1/0=741;1/1=47;1/2=742;1/3=743
0.2.59:744
0.2.60:745
0.2.61:746
0.2.62:227;1/0=747;1/1=178;1/2=748;1/3=749
0.2.63:228;1/0=750;1/1=179;1/2=751;1/3=752
0.2.64:754;1/0=755;1/1=753;1/2=756;1/3=757
0.2.65:759;1/0=760;1/1=758;1/2=761;1/3=762
0.2.66:764;1/0=765;1/1=763;1/2=766;1/3=767
0.2.67:769;1/0=770;1/1=768;1/2=771;1/3=772
0.3.0:53;100/0=773;100/2=774;100/3=775;1=132;1/0=776;1/1=132;1/2=777;1/3=778;101=149;101/0=779;101/1=149;101/2=780;101/3=781;103@2/0=773;103@2/2=774;103@2/3=775;103@10/0=773;103@10/2=774;103@10/3=775;106/0=773;106/2=774;106/3=775
0.3.1:782
0.3.2:362
0.3.3:363
0.3.4:127;100/0=783;100/2=784;100/3=785;1/0=783;1/2=784;1/3=785;101/0=783;101/2=784;101/3=785;103@2/0=783;103@2/2=784;103@2/3=785;103@10/0=783;103@10/2=784;103@10/3=785;106/0=783;106/2=784;106/3=785
0.3.5:154;1=255;1/0=255;1/1=255;1/2=255;1/3=255
0.3.6:364
0.3.7:365
0.3.8:379
0.3.9:380
0.3.10:420
0.3.11:786
0.3.12:787
0.3.13:788
0.3.14:789
0.3.15:790
0.3.16:791;1/0=792;1/1=193;1/2=793;1/3=794
0.3.17:795;1/0=796;1/1=194;1/2=797;1/3=798
0.3.18:157;100/0=799;100/2=800;100/3=801;1/0=799;1/2=800;1/3=801;101/0=799;101/2=800;101/3=801;103@2/0=799;103@2/2=800;103@2/3=801;103@10/0=799;103@10/2=800;103@10/3=801;106/0=799;106/2=800;106/3=801
0.3.19:802
0.3.20:158
0.3.21:160
0.3.22:161
0.3.23:803;100/0=804;100/1=195;100/2=805;100/3=806;1/0=804;1/1=195;1/2=805;1/3=806;101/0=804;101/1=195;101/2=805;101/3=806;103@2/0=804;103@2/1=195;103@2/2=805;103@2/3=806;103@10/0=804;103@10/1=195;103@10/2=805;103@10/3=806;106/0=804;106/1=195;106/2=805;106/3=806
0.3.24:159
0.3.27:807;100/0=809;100/1=808;100/2=810;100/3=811;1/0=809;1/1=808;1/2=810;1/3=811;101/0=809;101/1=808;101/2=810;101/3=811;103@2/0=809;103@2/1=808;103@2/2=810;103@2/3=811;103@10/0=809;103@10/1=808;103@10/2=810;103@10/3=811;106/0=809;106/1=808;106/2=810;106/3=811
0.3.28:812;100/0=814;100/1=813;100/2=815;100/3=816;1/0=814;1/1=813;1/2=815;1/3=816;101/0=814;101/1=813;101/2=815;101/3=816;103@2/0=814;103@2/1=813;103@2/2=815;103@2/3=816;103@10/0=814;103@10/1=813;103@10/2=815;103@10/3=816;106/0=814;106/1=813;106/2=815;106/3=816
0.3.29:817;100/0=819;100/1=818;100/2=820;100/3=821;1/0=819;1/1=818;1/2=820;1/3=821;101/0=819;101/1=818;101/2=820;101/3=821;103@2/0=819;103@2/1=818;103@2/2=820;103@2/3=821;103@10/0=819;103@10/1=818;103@10/2=820;103@10/3=821;106/0=819;106/1=818;106/2=820;106/3=821
0.3.30:822;100/0=824;100/1=823;100/2=825;100/3=826;1/0=824;1/1=823;1/2=825;1/3=826;101/0=824;101/1=823;101/2=825;101/3=826;103@2/0=824;103@2/1=823;103@2/2=825;103@2/3=826;103@10/0=824;103@10/1=823;103@10/2=825;103@10/3=826;106/0=824;106/1=823;106/2=825;106/3=826
0.3.31:21
0.3.32:827
0.3.34:364
0.3.44:291;100/0=828;100/2=829;100/3=830;1/0=828;1/2=829;1/3=830;101/0=828;101/2=829;101/3=830;103@2/0=828;103@2/2=829;103@2/3=830;103@10/0=828;103@10/2=829;103@10/3=830;106/0=828;106/2=829;106/3=830
0.3.45:292;100/0=831;100/2=832;100/3=833;1/0=831;1/2=832;1/3=833;101/0=831;101/2=832;101/3=833;103@2/0=831;103@2/2=832;103@2/3=833;103@10/0=831;103@10/2=832;103@10/3=833;106/0=831;106/2=832;106/3=833
0.3.46:834
0.4.0:441
0.4.1:835
0.4.3:447
0.4.4:192
0.4.5:448
0.4.6:449
0.4.7:836;1/0=837;1/1=167;1/2=838;1/3=839
0.4.8:840
0.4.9:841;1/0=842;1/1=174;1/2=843;1/3=844
0.4.10:845;1/0=846;1/1=57;1/2=847;1/3=848
0.4.11:849;1/0=850;1/1=208;1/2=851;1/3=852
0.4.12:853;1/0=854;1/1=56;1/2=855;1/3=856
0.4.13:857;1/0=858;1/1=274;1/2=859;1/3=860
0.4.14:861;1/0=862
0.5.0:863
0.5.1:864
0.5.3:865;1/0=866;1/1=173;1/2=867;1/3=868
0.5.4:869
0.5.5:870;1/0=871;1/1=175;1/2=872;1/3=873
0.5.6:874;1/0=875;1/1=209;1/2=876;1/3=877
0.5.8:878;1/0=879;1/1=321;1/2=880;1/3=881
0.6.0:882
0.6.3:408;100/0=883;100/2=884;100/3=885;1/0=883;1/2=884;1/3=885;101/0=883;101/2=884;101/3=885;103@2/0=883;103@2/2=884;103@2/3=885;103@10/0=883;103@10/2=884;103@10/3=885;106/0=883;106/2=884;106/3=885
0.6.4:409;100/0=886;100/2=887;100/3=888;1/0=886;1/2=887;1/3=888;101/0=886;101/2=887;101/3=888;103@2/0=886;103@2/2=887;103@2/3=888;103@10/0=886;103@10/2=887;103@10/3=888;106/0=886;106/2=887;106/3=888
0.6.5:410;100/0=889;100/2=890;100/3=891;1/0=889;1/2=890;1/3=891;101/0=889;101/2=890;101/3=891;103@2/0=889;103@2/2=890;103@2/3=891;103@10/0=889;103@10/2=890;103@10/3=891;106/0=889;106/2=890;106/3=891
0.6.6:411
0.6.7:892
0.6.8:893
0.6.9:894
0.6.10:895
0.6.12:896
0.6.13:317;100/0=897;100/2=898;100/3=899;1/0=897;1/2=898;1/3=899;101/0=897;101/2=898;101/3=899;103@2/0=897;103@2/2=898;103@2/3=899;103@10/0=897;103@10/2=898;103@10/3=899;106/0=897;106/2=898;106/3=899
0.6.14:900
0.6.15:901
0.6.16:902
0.6.17:903
0.6.18:904
0.6.19:905
0.6.20:906
0.6.21:907
0.6.22:908
0.6.23:909
0.6.24:910;1/0=911;1/1=187;1/2=912;1/3=913
0.6.25:914
0.6.27:290;100/0=915;100/2=916;100/3=917;1/0=915;1/2=916;1/3=917;101/0=915;101/2=916;101/3=917;103@2/0=915;103@2/2=916;103@2/3=917;103@10/0=915;103@10/2=916;103@10/3=917;106/0=915;106/2=916;106/3=917
0.6.32:246;100/0=918;100/2=919;100/3=920;1/0=918;1/2=919;1/3=920;101/0=918;101/2=919;101/3=920;103@2/0=918;103@2/2=919;103@2/3=920;103@10/0=918;103@10/2=919;103@10/3=920;106/0=918;106/2=919;106/3=920
0.6.36:333;1/0=921;1/1=49;1/2=922;1/3=923
0.6.37:924
0.6.50:925
0.6.51:926
0.7.0:377
0.7.1:412
0.7.2:318;100/0=927;100/2=928;100/3=929;1/0=927;1/2=928;1/3=929;101/0=927;101/2=928;101/3=929;103@2/0=927;103@2/2=928;103@2/3=929;103@10/0=927;103@10/2=928;103@10/3=929;106/0=927;106/2=928;106/3=929
0.7.3:930
0.7.4:319;100/0=931;100/2=932;100/3=933;1/0=931;1/2=932;1/3=933;101/0=931;101/2=932;101/3=933;103@2/0=931;103@2/2=932;103@2/3=933;103@10/0=931;103@10/2=932;103@10/3=933;106/0=931;106/2=932;106/3=933
0.7.5:934
0.7.8:935
0.7.9:936
0.7.10:937
0.7.11:938
0.7.16:939
0.7.22:940;100/0=941;100/2=942;100/3=943;1/0=941;1/2=942;1/3=943;101/0=941;101/2=942;101/3=943;103@2/0=941;103@2/2=942;103@2/3=943;103@10/0=941;103@10/2=942;103@10/3=943;106/0=941;106/2=942;106/3=943
0.7.23:944
0.7.24:945
0.13.0:946
0.14.0:947
0.14.1:201;100/0=948;100/2=949;100/3=950;1/0=948;1/2=949;1/3=950;101/0=948;101/2=949;101/3=950;103@2/0=948;103@2/2=949;103@2/3=950;103@10/0=948;103@10/2=949;103@10/3=950;106/0=948;106/2=949;106/3=950
0.15.0:951
0.15.1:952
0.15.2:953
0.15.3:954
0.15.4:955
0.15.5:956
0.15.6:374
0.15.7:375
0.15.8:376
0.15.17:957;100/1=956;1/1=956;101/1=956;103@2/1=956;103@10/1=956;106/1=956
0.15.18:958
0.15.19:959
0.16.4:960
0.16.6:961;100/1=962;1/1=962;101/1=962;103@2/1=962;103@10/1=962;106/1=962
0.18.0:963
0.18.1:964
0.18.2:965
0.18.3:966
0.18.4:967
0.18.5:968
0.18.6:969
0.18.7:970
0.18.8:971
0.19.0:373;100/0=972;100/2=973;100/3=974;1/0=972;1/2=973;1/3=974;101/0=972;101/2=973;101/3=974;103@2/0=972;103@2/2=973;103@2/3=974;103@10/0=972;103@10/2=973;103@10/3=974;106/0=972;106/2=973;106/3=974
0.19.1:417;100/0=975;100/2=976;100/3=977;1/0=975;1/2=976;1/3=977;101/0=975;101/2=976;101/3=977;103@2/0=975;103@2/2=976;103@2/3=977;103@10/0=975;103@10/2=976;103@10/3=977;106/0=975;106/2=976;106/3=977
0.19.2:398
0.19.3:403;100/0=978;100/2=979;100/3=980;1/0=978;1/2=979;1/3=980;101/0=978;101/2=979;101/3=980;103@2/0=978;103@2/2=979;103@2/3=980;103@10/0=978;103@10/2=979;103@10/3=980;106/0=978;106/2=979;106/3=980
0.19.4:981
0.19.5:982
0.19.6:983
0.19.7:984
0.19.8:985
0.19.9:986
0.19.10:987
0.19.11:988
0.19.12:989
0.19.13:990
0.19.14:991
0.19.15:992
0.19.16:993
0.19.17:994
0.19.18:995
0.19.19:996;100/0=997;100/2=998;100/3=999;1/0=997;1/2=998;1/3=999;101/0=997;101/2=998;101/3=999;103@2/0=997;103@2/2=998;103@2/3=999;103@10/0=997;103@10/2=998;103@10/3=999;106/0=997;106/2=998;106/3=999
0.19.20:1000
0.19.21:1001
0.19.22:1002
0.19.23:1003
0.19.28:1004
0.19.29:1005;100/0=1006;100/2=1007;100/3=1008;1/0=1006;1/2=1007;1/3=1008;101/0=1006;101/2=1007;101/3=1008;103@2/0=1006;103@2/2=1007;103@2/3=1008;103@10/0=1006;103@10/2=1007;103@10/3=1008;106/0=1006;106/2=1007;106/3=1008
0.19.41:270;100/0=1009;100/2=1010;100/3=1011;1/0=1009;1/2=1010;1/3=1011;101/0=1009;101/2=1010;101/3=1011;103@2/0=1009;103@2/2=1010;103@2/3=1011;103@10/0=1009;103@10/2=1010;103@10/3=1011;106/0=1009;106/2=1010;106/3=1011
0.19.42:271;100/0=1012;100/2=1013;100/3=1014;1/0=1012;1/2=1013;1/3=1014;101/0=1012;101/2=1013;101/3=1014;103@2/0=1012;103@2/2=1013;103@2/3=1014;103@10/0=1012;103@10/2=1013;103@10/3=1014;106/0=1012;106/2=1013;106/3=1014
0.19.43:272;100/0=1015;100/2=1016;100/3=1017;1/0=1015;1/2=1016;1/3=1017;101/0=1015;101/2=1016;101/3=1017;103@2/0=1015;103@2/2=1016;103@2/3=1017;103@10/0=1015;103@10/2=1016;103@10/3=1017;106/0=1015;106/2=1016;106/3=1017
0.19.44:269;100/0=1018;100/2=1019;100/3=1020;1/0=1018;1/2=1019;1/3=1020;101/0=1018;101/2=1019;101/3=1020;103@2/0=1018;103@2/2=1019;103@2/3=1020;103@10/0=1018;103@10/2=1019;103@10/3=1020;106/0=1018;106/2=1019;106/3=1020
0.19.45:268;100/0=1021;100/2=1022;100/3=1023;1/0=1021;1/2=1022;1/3=1023;101/0=1021;101/2=1022;101/3=1023;103@2/0=1021;103@2/2=1022;103@2/3=1023;103@10/0=1021;103@10/2=1022;103@10/3=1023;106/0=1021;106/2=1022;106/3=1023
0.19.46:1024;1/0=1025;1/1=147
0.19.47:1026
0.19.51:1027;100/0=1028;100/2=1029;100/3=1030;1/0=1028;1/2=1029;1/3=1030;101/0=1028;101/2=1029;101/3=1030;103@2/0=1028;103@2/2=1029;103@2/3=1030;103@10/0=1028;103@10/2=1029;103@10/3=1030;106/0=1028;106/2=1029;106/3=1030
0.22.0:1031
0.22.1:1032
0.22.2:1033
0.22.3:1034
0.22.4:1035
0.22.5:1036
0.22.6:1037
0.190.0:1038
0.191.0:1039
0.191.1:1040
0.191.2:1041
0.191.3:1042
0.191.4:1043
1.0.0:1044
1.0.1:1045
1.0.2:1046
1.0.3:1047
1.0.4:1048
1.0.5:1049
1.0.6:1050
1.0.7:1051;100/0=1052;1/0=1052;101/0=1052;103@2/0=1052;103@10/0=1052;106/0=1052
1.0.8:1053
1.0.9:1054
1.0.10:1055
1.0.11:1056;100/0=1057;1/0=1057;101/0=1057;103@2/0=1057;103@10/0=1057;106/0=1057
1.0.12:1058;100/0=1059;1/0=1059;101/0=1059;103@2/0=1059;103@10/0=1059;106/0=1059
1.0.13:1060
1.0.14:1061
1.0.15:1062
1.0.16:1063
1.0.17:1064;100/0=1065;1/0=1065;101/0=1065;103@2/0=1065;103@10/0=1065;106/0=1065
1.0.18:1066;100/0=1067;1/0=1067;101/0=1067;103@2/0=1067;103@10/0=1067;106/0=1067
1.0.19:1068;100/0=1069;1/0=1069;101/0=1069;103@2/0=1069;103@10/0=1069;106/0=1069
1.0.21:1070;100/0=1071;1/0=1071;101/0=1071;103@2/0=1071;103@10/0=1071;106/0=1071
1.0.22:1072;100/0=1073;1/0=1073;101/0=1073;103@2/0=1073;103@10/0=1073;106/0=1073
1.0.23:1074;100/0=1075;1/0=1075;101/0=1075;103@2/0=1075;103@10/0=1075;106/0=1075
1.0.24:1076;100/0=1077;1/0=1077;101/0=1077;103@2/0=1077;103@10/0=1077;106/0=1077
1.1.0:1078
1.1.1:1079
1.1.2:1080
1.2.1:1081
1.2.2:25
1.2.6:316
1.2.10:265;100/0=1082;100/2=1083;100/3=1084;1/0=1082;1/2=1083;1/3=1084;101/0=1082;101/2=1083;101/3=1084;103@2/0=1082;103@2/2=1083;103@2/3=1084;103@10/0=1082;103@10/2=1083;103@10/3=1084;106/0=1082;106/2=1083;106/3=1084
1.2.13:1085
1.2.17:1086;100/0=1087;1/0=1087;101/0=1087;103@2/0=1087;103@10/0=1087;106/0=1087
1.2.18:1088;100/0=1089;1/0=1089;101/0=1089;103@2/0=1089;103@10/0=1089;106/0=1089
1.2.19:1090;100/0=1091;1/0=1091;101/0=1091;103@2/0=1091;103@10/0=1091;106/0=1091
1.2.20:1092;100/0=1093;1/0=1093;101/0=1093;103@2/0=1093;103@10/0=1093;106/0=1093
1.2.21:1094;100/0=1095;1/0=1095;101/0=1095;103@2/0=1095;103@10/0=1095;106/0=1095
1.2.22:1096;100/0=1097;1/0=1097;101/0=1097;103@2/0=1097;103@10/0=1097;106/0=1097
1.2.23:1098;100/0=1099;1/0=1099;101/0=1099;103@2/0=1099;103@10/0=1099;106/0=1099
2.0.0:170
2.0.1:242;1/0=1100;1/2=1101;1/3=1102
2.0.2:326
2.0.3:1103
2.0.4:1104;100/0=1105;100/2=1106;100/3=1107;1/0=1105;1/2=1106;1/3=1107;101/0=1105;101/2=1106;101/3=1107;103@2/0=1105;103@2/2=1106;103@2/3=1107;103@10/0=1105;103@10/2=1106;103@10/3=1107;106/0=1105;106/2=1106;106/3=1107
2.0.5:1108
2.0.6:1109
2.0.7:1110
2.0.8:1111
2.0.9:1112
2.0.10:1113
2.0.11:1114
2.0.12:1115
2.0.13:1116
2.0.14:1117
2.0.15:1118
2.0.16:1119
2.0.18:1120
2.0.19:1121
2.0.20:1122
2.0.21:1123
2.0.22:284
2.0.23:1124
2.0.24:1125
2.0.25:1126;100/0=1127;100/2=1128;100/3=1129;1/0=1127;1/2=1128;1/3=1129;101/0=1127;101/2=1128;101/3=1129;103@2/0=1127;103@2/2=1128;103@2/3=1129;103@10/0=1127;103@10/2=1128;103@10/3=1129;106/0=1127;106/2=1128;106/3=1129
2.0.27:1130
2.0.28:1131;1/0=1132;1/2=1133;1/3=1134
2.0.33:1135
2.0.34:1136
2.0.36:1137
2.0.37:1138
2.0.38:1139
2.0.39:1141;1/0=1142;1/1=1140
2.0.40:1144;1/0=1145;1/1=1143
2.0.41:1146;1/0=1147;1/1=429;1/2=1148;1/3=1149
2.0.42:1150;100/0=1152;100/1=1151;100/2=1153;100/3=1154;1/0=1152;1/1=1151;1/2=1153;1/3=1154;101/0=1152;101/1=1151;101/2=1153;101/3=1154;103@2/0=1152;103@2/1=1151;103@2/2=1153;103@2/3=1154;103@10/0=1152;103@10/1=1151;103@10/2=1153;103@10/3=1154;106/0=1152;106/1=1151;106/2=1153;106/3=1154
2.0.45:1155
2.0.46:1156
2.0.47:1157
2.0.48:1158
2.0.49:1159
2.0.50:1160;100/0=1161;100/2=1162;100/3=1163;1/0=1161;1/2=1162;1/3=1163;101/0=1161;101/2=1162;101/3=1163;103@2/0=1161;103@2/2=1162;103@2/3=1163;103@10/0=1161;103@10/2=1162;103@10/3=1163;106/0=1161;106/2=1162;106/3=1163
2.0.51:1165;1/0=1166;1/1=1164
2.0.52:1168;1/0=1169;1/1=1167
2.0.53:26;100/0=1170;1/0=1170;101/0=1170;103@2/0=1170;103@10/0=1170;106/0=1170
2.0.54:27;100/0=1171;1/0=1171;101/0=1171;103@2/0=1171;103@10/0=1171;106/0=1171
2.0.55:64;100/0=1172;100/2=1173;100/3=1174;1/0=1172;1/2=1173;1/3=1174;101/0=1172;101/2=1173;101/3=1174;103@2/0=1172;103@2/2=1173;103@2/3=1174;103@10/0=1172;103@10/2=1173;103@10/3=1174;106/0=1172;106/2=1173;106/3=1174
2.0.56:65;100/0=1175;100/2=1176;100/3=1177;1/0=1175;1/2=1176;1/3=1177;101/0=1175;101/2=1176;101/3=1177;103@2/0=1175;103@2/2=1176;103@2/3=1177;103@10/0=1175;103@10/2=1176;103@10/3=1177;106/0=1175;106/2=1176;106/3=1177
2.0.57:28
2.0.58:29
2.0.62:122
2.0.63:1178
2.3.0:42
2.3.1:1179
2.3.2:1180
2.3.3:1181
2.3.4:1182
2.3.5:1183
2.3.6:1184
2.3.7:1185
2.3.8:1186
2.3.9:1187
2.3.10:1188
2.3.11:1189
2.3.12:1190
2.3.13:1191
2.3.14:1192
2.3.15:1193
2.3.16:1194
2.3.17:1195
2.3.18:1196;100/0=1197;100/2=1198;100/3=1199;1/0=1197;1/2=1198;1/3=1199;101/0=1197;101/2=1198;101/3=1199;103@2/0=1197;103@2/2=1198;103@2/3=1199;103@10/0=1197;103@10/2=1198;103@10/3=1199;106/0=1197;106/2=1198;106/3=1199
2.3.19:1200
2.3.23:1201;100/0=1202;100/2=1203;100/3=1204;1/0=1202;1/2=1203;1/3=1204;101/0=1202;101/2=1203;101/3=1204;103@2/0=1202;103@2/2=1203;103@2/3=1204;103@10/0=1202;103@10/2=1203;103@10/3=1204;106/0=1202;106/2=1203;106/3=1204
2.3.24:1205
2.3.25:1206
2.3.26:1207
2.3.27:1208
2.3.28:236;100/0=1209;100/2=1210;100/3=1211;1/0=1209;1/2=1210;1/3=1211;101/0=1209;101/2=1210;101/3=1211;103@2/0=1209;103@2/2=1210;103@2/3=1211;103@10/0=1209;103@10/2=1210;103@10/3=1211;106/0=1209;106/2=1210;106/3=1211
2.4.2:1212
2.4.3:1213
2.4.5:1214
2.4.6:1215
2.4.7:1216
2.4.8:1217
2.4.9:1218
2.4.10:1219
2.4.11:1220
2.4.12:1221
2.4.13:1222
2.4.14:1223
2.4.15:1224
2.4.16:1225
2.4.17:1226
2.4.18:1227
2.4.19:1228
2.4.20:1229
2.4.21:1230
2.4.22:1231
2.4.23:1232
2.4.24:1233
2.4.25:1234
2.4.27:1235
2.4.28:1236
2.4.29:1237
2.4.30:1238
2.4.31:1239
2.4.32:1240
2.4.33:1241
2.4.34:1242
2.4.35:1243
2.4.37:1244
2.4.38:1245
2.4.39:1246
2.4.40:1247
2.4.41:1248
2.4.42:1249
2.4.43:1250
2.4.44:1251
2.4.47:1252
2.4.48:1253
2.5.0:1254
2.6.0:1255;100/0=1256;100/2=1257;100/3=1258;1/0=1256;1/2=1257;1/3=1258;101/0=1256;101/2=1257;101/3=1258;103@2/0=1256;103@2/2=1257;103@2/3=1258;103@10/0=1256;103@10/2=1257;103@10/3=1258;106/0=1256;106/2=1257;106/3=1258
2.6.1:1259
2.6.2:1260
2.6.3:1261
2.6.4:1262
2.6.5:1263
2.6.6:1264
2.6.7:1265
2.6.8:1266
3.0.0:1267
3.0.1:1268
3.0.2:1269
3.0.3:1270
3.0.4:1271
3.0.5:1272
3.0.6:1273
3.0.7:1274
3.0.8:1275
3.0.9:1276
3.1.0:1277
3.1.1:1278
3.1.2:1279
3.1.3:1280
3.1.4:1281
3.1.5:1282
3.1.6:1283
3.1.7:1284
3.1.8:1285
3.1.9:1286
3.1.10:1287
3.1.11:1288
3.1.12:1289
3.1.13:1290
3.1.14:1291
3.1.15:1292
3.1.16:1293
3.1.17:1294
3.1.19:1295
3.1.20:1296
3.1.21:1297
3.1.22:1298
3.1.23:1299
3.1.24:1300;1/0=1301;1/2=1302;1/3=1303
3.1.30:1304
3.1.31:1305
3.1.32:1306
10.0.0:381
10.0.1:382
10.0.2:383
10.0.3:1307;100/0=1308;100/2=1309;100/3=1310;1/0=1308;1/2=1309;1/3=1310;101/0=1308;101/2=1309;101/3=1310;103@2/0=1308;103@2/2=1309;103@2/3=1310;103@10/0=1308;103@10/2=1309;103@10/3=1310;106/0=1308;106/2=1309;106/3=1310
10.0.4:1311
10.0.5:1312;100/0=1313;100/2=1314;100/3=1315;1/0=1313;1/2=1314;1/3=1315;101/0=1313;101/2=1314;101/3=1315;103@2/0=1313;103@2/2=1314;103@2/3=1315;103@10/0=1313;103@10/2=1314;103@10/3=1315;106/0=1313;106/2=1314;106/3=1315
10.0.6:1316;100/0=1317;100/2=1318;100/3=1319;1/0=1317;1/2=1318;1/3=1319;101/0=1317;101/2=1318;101/3=1319;103@2/0=1317;103@2/2=1318;103@2/3=1319;103@10/0=1317;103@10/2=1318;103@10/3=1319;106/0=1317;106/2=1318;106/3=1319
10.0.7:434
10.0.8:1320;100/0=1321;100/2=1322;100/3=1323;1/0=1321;1/2=1322;1/3=1323;101/0=1321;101/2=1322;101/3=1323;103@2/0=1321;103@2/2=1322;103@2/3=1323;103@10/0=1321;103@10/2=1322;103@10/3=1323;106/0=1321;106/2=1322;106/3=1323
10.0.9:1324;100/0=1325;100/2=1326;100/3=1327;1/0=1325;1/2=1326;1/3=1327;101/0=1325;101/2=1326;101/3=1327;103@2/0=1325;103@2/2=1326;103@2/3=1327;103@10/0=1325;103@10/2=1326;103@10/3=1327;106/0=1325;106/2=1326;106/3=1327
10.0.10:1328
10.0.11:1329
10.0.12:439
10.0.13:1330
10.0.14:1331;100/0=1332;100/2=1333;100/3=1334;1/0=1332;1/2=1333;1/3=1334;101/0=1332;101/2=1333;101/3=1334;103@2/0=1332;103@2/2=1333;103@2/3=1334;103@10/0=1332;103@10/2=1333;103@10/3=1334;106/0=1332;106/2=1333;106/3=1334
10.0.15:1335;100/0=1336;100/2=1337;100/3=1338;1/0=1336;1/2=1337;1/3=1338;101/0=1336;101/2=1337;101/3=1338;103@2/0=1336;103@2/2=1337;103@2/3=1338;103@10/0=1336;103@10/2=1337;103@10/3=1338;106/0=1336;106/2=1337;106/3=1338
10.0.16:1339;100/0=1340;100/2=1341;100/3=1342;1/0=1340;1/2=1341;1/3=1342;101/0=1340;101/2=1341;101/3=1342;103@2/0=1340;103@2/2=1341;103@2/3=1342;103@10/0=1340;103@10/2=1341;103@10/3=1342;106/0=1340;106/2=1341;106/3=1342
10.0.17:256;100/0=1343;100/2=1344;100/3=1345;1/0=1343;1/2=1344;1/3=1345;101/0=1343;101/2=1344;101/3=1345;103@2/0=1343;103@2/2=1344;103@2/3=1345;103@10/0=1343;103@10/2=1344;103@10/3=1345;106/0=1343;106/2=1344;106/3=1345
10.0.20:1346;100/0=1347;100/2=1348;100/3=1349;1/0=1347;1/2=1348;1/3=1349;101/0=1347;101/2=1348;101/3=1349;103@2/0=1347;103@2/2=1348;103@2/3=1349;103@10/0=1347;103@10/2=1348;103@10/3=1349;106/0=1347;106/2=1348;106/3=1349
10.0.21:1350;100/0=1351;100/2=1352;100/3=1353;1/0=1351;1/2=1352;1/3=1353;101/0=1351;101/2=1352;101/3=1353;103@2/0=1351;103@2/2=1352;103@2/3=1353;103@10/0=1351;103@10/2=1352;103@10/3=1353;106/0=1351;106/2=1352;106/3=1353
10.0.22:1354;100/0=1355;100/2=1356;100/3=1357;1/0=1355;1/2=1356;1/3=1357;101/0=1355;101/2=1356;101/3=1357;103@2/0=1355;103@2/2=1356;103@2/3=1357;103@10/0=1355;103@10/2=1356;103@10/3=1357;106/0=1355;106/2=1356;106/3=1357
10.0.23:1358;100/0=1359;100/2=1360;100/3=1361;1/0=1359;1/2=1360;1/3=1361;101/0=1359;101/2=1360;101/3=1361;103@2/0=1359;103@2/2=1360;103@2/3=1361;103@10/0=1359;103@10/2=1360;103@10/3=1361;106/0=1359;106/2=1360;106/3=1361
10.0.24:1362
10.0.25:1363;100/0=1364;100/2=1365;100/3=1366;1/0=1364;1/2=1365;1/3=1366;101/0=1364;101/2=1365;101/3=1366;103@2/0=1364;103@2/2=1365;103@2/3=1366;103@10/0=1364;103@10/2=1365;103@10/3=1366;106/0=1364;106/2=1365;106/3=1366
10.0.26:1367;100/0=1368;100/2=1369;100/3=1370;1/0=1368;1/2=1369;1/3=1370;101/0=1368;101/2=1369;101/3=1370;103@2/0=1368;103@2/2=1369;103@2/3=1370;103@10/0=1368;103@10/2=1369;103@10/3=1370;106/0=1368;106/2=1369;106/3=1370
10.0.27:1371;100/0=1372;100/2=1373;100/3=1374;1/0=1372;1/2=1373;1/3=1374;101/0=1372;101/2=1373;101/3=1374;103@2/0=1372;103@2/2=1373;103@2/3=1374;103@10/0=1372;103@10/2=1373;103@10/3=1374;106/0=1372;106/2=1373;106/3=1374
10.0.28:1375;100/0=1376;100/2=1377;100/3=1378;1/0=1376;1/2=1377;1/3=1378;101/0=1376;101/2=1377;101/3=1378;103@2/0=1376;103@2/2=1377;103@2/3=1378;103@10/0=1376;103@10/2=1377;103@10/3=1378;106/0=1376;106/2=1377;106/3=1378
10.0.29:1379;100/0=1380;100/2=1381;100/3=1382;1/0=1380;1/2=1381;1/3=1382;101/0=1380;101/2=1381;101/3=1382;103@2/0=1380;103@2/2=1381;103@2/3=1382;103@10/0=1380;103@10/2=1381;103@10/3=1382;106/0=1380;106/2=1381;106/3=1382
10.0.30:1383;100/0=1384;100/2=1385;100/3=1386;1/0=1384;1/2=1385;1/3=1386;101/0=1384;101/2=1385;101/3=1386;103@2/0=1384;103@2/2=1385;103@2/3=1386;103@10/0=1384;103@10/2=1385;103@10/3=1386;106/0=1384;106/2=1385;106/3=1386
10.0.31:1387;100/0=1388;100/2=1389;100/3=1390;1/0=1388;1/2=1389;1/3=1390;101/0=1388;101/2=1389;101/3=1390;103@2/0=1388;103@2/2=1389;103@2/3=1390;103@10/0=1388;103@10/2=1389;103@10/3=1390;106/0=1388;106/2=1389;106/3=1390
10.0.32:1391;100/0=1392;100/2=1393;100/3=1394;1/0=1392;1/2=1393;1/3=1394;101/0=1392;101/2=1393;101/3=1394;103@2/0=1392;103@2/2=1393;103@2/3=1394;103@10/0=1392;103@10/2=1393;103@10/3=1394;106/0=1392;106/2=1393;106/3=1394
10.0.33:1395;100/0=1396;100/2=1397;100/3=1398;1/0=1396;1/2=1397;1/3=1398;101/0=1396;101/2=1397;101/3=1398;103@2/0=1396;103@2/2=1397;103@2/3=1398;103@10/0=1396;103@10/2=1397;103@10/3=1398;106/0=1396;106/2=1397;106/3=1398
10.0.34:1399;100/0=1400;100/2=1401;100/3=1402;1/0=1400;1/2=1401;1/3=1402;101/0=1400;101/2=1401;101/3=1402;103@2/0=1400;103@2/2=1401;103@2/3=1402;103@10/0=1400;103@10/2=1401;103@10/3=1402;106/0=1400;106/2=1401;106/3=1402
10.0.35:1403;100/0=1404;100/2=1405;100/3=1406;1/0=1404;1/2=1405;1/3=1406;101/0=1404;101/2=1405;101/3=1406;103@2/0=1404;103@2/2=1405;103@2/3=1406;103@10/0=1404;103@10/2=1405;103@10/3=1406;106/0=1404;106/2=1405;106/3=1406
10.0.36:1407;100/0=1408;100/2=1409;100/3=1410;1/0=1408;1/2=1409;1/3=1410;101/0=1408;101/2=1409;101/3=1410;103@2/0=1408;103@2/2=1409;103@2/3=1410;103@10/0=1408;103@10/2=1409;103@10/3=1410;106/0=1408;106/2=1409;106/3=1410
10.0.37:1411
10.0.38:1412
10.0.39:1413
10.0.43:1414;100/0=1415;100/2=1416;100/3=1417;1/0=1415;1/2=1416;1/3=1417;101/0=1415;101/2=1416;101/3=1417;103@2/0=1415;103@2/2=1416;103@2/3=1417;103@10/0=1415;103@10/2=1416;103@10/3=1417;106/0=1415;106/2=1416;106/3=1417
10.0.44:1418;100/0=1419;100/2=1420;100/3=1421;1/0=1419;1/2=1420;1/3=1421;101/0=1419;101/2=1420;101/3=1421;103@2/0=1419;103@2/2=1420;103@2/3=1421;103@10/0=1419;103@10/2=1420;103@10/3=1421;106/0=1419;106/2=1420;106/3=1421
10.0.46:1422;100/0=1423;100/2=1424;100/3=1425;1/0=1423;1/2=1424;1/3=1425;101/0=1423;101/2=1424;101/3=1425;103@2/0=1423;103@2/2=1424;103@2/3=1425;103@10/0=1423;103@10/2=1424;103@10/3=1425;106/0=1423;106/2=1424;106/3=1425
10.0.47:1426;100/0=1427;100/2=1428;100/3=1429;1/0=1427;1/2=1428;1/3=1429;101/0=1427;101/2=1428;101/3=1429;103@2/0=1427;103@2/2=1428;103@2/3=1429;103@10/0=1427;103@10/2=1428;103@10/3=1429;106/0=1427;106/2=1428;106/3=1429
10.0.48:1430;100/0=1431;100/2=1432;100/3=1433;1/0=1431;1/2=1432;1/3=1433;101/0=1431;101/2=1432;101/3=1433;103@2/0=1431;103@2/2=1432;103@2/3=1433;103@10/0=1431;103@10/2=1432;103@10/3=1433;106/0=1431;106/2=1432;106/3=1433
10.0.49:1434;100/0=1435;100/2=1436;100/3=1437;1/0=1435;1/2=1436;1/3=1437;101/0=1435;101/2=1436;101/3=1437;103@2/0=1435;103@2/2=1436;103@2/3=1437;103@10/0=1435;103@10/2=1436;103@10/3=1437;106/0=1435;106/2=1436;106/3=1437
10.0.50:1438;100/0=1439;100/2=1440;100/3=1441;1/0=1439;1/2=1440;1/3=1441;101/0=1439;101/2=1440;101/3=1441;103@2/0=1439;103@2/2=1440;103@2/3=1441;103@10/0=1439;103@10/2=1440;103@10/3=1441;106/0=1439;106/2=1440;106/3=1441
10.0.51:1442;100/0=1443;100/2=1444;100/3=1445;1/0=1443;1/2=1444;1/3=1445;101/0=1443;101/2=1444;101/3=1445;103@2/0=1443;103@2/2=1444;103@2/3=1445;103@10/0=1443;103@10/2=1444;103@10/3=1445;106/0=1443;106/2=1444;106/3=1445
10.0.52:1446;100/0=1447;100/2=1448;100/3=1449;1/0=1447;1/2=1448;1/3=1449;101/0=1447;101/2=1448;101/3=1449;103@2/0=1447;103@2/2=1448;103@2/3=1449;103@10/0=1447;103@10/2=1448;103@10/3=1449;106/0=1447;106/2=1448;106/3=1449
10.0.53:1450;100/0=1451;100/2=1452;100/3=1453;1/0=1451;1/2=1452;1/3=1453;101/0=1451;101/2=1452;101/3=1453;103@2/0=1451;103@2/2=1452;103@2/3=1453;103@10/0=1451;103@10/2=1452;103@10/3=1453;106/0=1451;106/2=1452;106/3=1453
10.0.54:1454;100/0=1455;100/2=1456;100/3=1457;1/0=1455;1/2=1456;1/3=1457;101/0=1455;101/2=1456;101/3=1457;103@2/0=1455;103@2/2=1456;103@2/3=1457;103@10/0=1455;103@10/2=1456;103@10/3=1457;106/0=1455;106/2=1456;106/3=1457
10.0.55:1458;100/0=1459;100/2=1460;100/3=1461;1/0=1459;1/2=1460;1/3=1461;101/0=1459;101/2=1460;101/3=1461;103@2/0=1459;103@2/2=1460;103@2/3=1461;103@10/0=1459;103@10/2=1460;103@10/3=1461;106/0=1459;106/2=1460;106/3=1461
10.0.56:1462;100/0=1463;100/2=1464;100/3=1465;1/0=1463;1/2=1464;1/3=1465;101/0=1463;101/2=1464;101/3=1465;103@2/0=1463;103@2/2=1464;103@2/3=1465;103@10/0=1463;103@10/2=1464;103@10/3=1465;106/0=1463;106/2=1464;106/3=1465
10.0.57:1466;100/0=1467;100/2=1468;100/3=1469;1/0=1467;1/2=1468;1/3=1469;101/0=1467;101/2=1468;101/3=1469;103@2/0=1467;103@2/2=1468;103@2/3=1469;103@10/0=1467;103@10/2=1468;103@10/3=1469;106/0=1467;106/2=1468;106/3=1469
10.0.58:1470;100/0=1471;100/2=1472;100/3=1473;1/0=1471;1/2=1472;1/3=1473;101/0=1471;101/2=1472;101/3=1473;103@2/0=1471;103@2/2=1472;103@2/3=1473;103@10/0=1471;103@10/2=1472;103@10/3=1473;106/0=1471;106/2=1472;106/3=1473
10.0.59:1474;100/0=1475;100/2=1476;100/3=1477;1/0=1475;1/2=1476;1/3=1477;101/0=1475;101/2=1476;101/3=1477;103@2/0=1475;103@2/2=1476;103@2/3=1477;103@10/0=1475;103@10/2=1476;103@10/3=1477;106/0=1475;106/2=1476;106/3=1477
10.0.60:1478;100/0=1479;100/2=1480;100/3=1481;1/0=1479;1/2=1480;1/3=1481;101/0=1479;101/2=1480;101/3=1481;103@2/0=1479;103@2/2=1480;103@2/3=1481;103@10/0=1479;103@10/2=1480;103@10/3=1481;106/0=1479;106/2=1480;106/3=1481
10.0.61:1482;100/0=1483;100/2=1484;100/3=1485;1/0=1483;1/2=1484;1/3=1485;101/0=1483;101/2=1484;101/3=1485;103@2/0=1483;103@2/2=1484;103@2/3=1485;103@10/0=1483;103@10/2=1484;103@10/3=1485;106/0=1483;106/2=1484;106/3=1485
10.0.65:1486;100/0=1487;100/2=1488;100/3=1489;1/0=1487;1/2=1488;1/3=1489;101/0=1487;101/2=1488;101/3=1489;103@2/0=1487;103@2/2=1488;103@2/3=1489;103@10/0=1487;103@10/2=1488;103@10/3=1489;106/0=1487;106/2=1488;106/3=1489
10.0.66:1490;100/0=1491;100/2=1492;100/3=1493;1/0=1491;1/2=1492;1/3=1493;101/0=1491;101/2=1492;101/3=1493;103@2/0=1491;103@2/2=1492;103@2/3=1493;103@10/0=1491;103@10/2=1492;103@10/3=1493;106/0=1491;106/2=1492;106/3=1493
10.0.67:1494;100/0=1495;100/2=1496;100/3=1497;1/0=1495;1/2=1496;1/3=1497;101/0=1495;101/2=1496;101/3=1497;103@2/0=1495;103@2/2=1496;103@2/3=1497;103@10/0=1495;103@10/2=1496;103@10/3=1497;106/0=1495;106/2=1496;106/3=1497
10.0.68:1498;100/0=1499;100/2=1500;100/3=1501;1/0=1499;1/2=1500;1/3=1501;101/0=1499;101/2=1500;101/3=1501;103@2/0=1499;103@2/2=1500;103@2/3=1501;103@10/0=1499;103@10/2=1500;103@10/3=1501;106/0=1499;106/2=1500;106/3=1501
10.0.69:1502;100/0=1503;100/2=1504;100/3=1505;1/0=1503;1/2=1504;1/3=1505;101/0=1503;101/2=1504;101/3=1505;103@2/0=1503;103@2/2=1504;103@2/3=1505;103@10/0=1503;103@10/2=1504;103@10/3=1505;106/0=1503;106/2=1504;106/3=1505
10.0.70:1506;100/0=1507;100/2=1508;100/3=1509;1/0=1507;1/2=1508;1/3=1509;101/0=1507;101/2=1508;101/3=1509;103@2/0=1507;103@2/2=1508;103@2/3=1509;103@10/0=1507;103@10/2=1508;103@10/3=1509;106/0=1507;106/2=1508;106/3=1509
10.0.71:1510;100/0=1511;100/2=1512;100/3=1513;1/0=1511;1/2=1512;1/3=1513;101/0=1511;101/2=1512;101/3=1513;103@2/0=1511;103@2/2=1512;103@2/3=1513;103@10/0=1511;103@10/2=1512;103@10/3=1513;106/0=1511;106/2=1512;106/3=1513
10.0.72:1514;100/0=1515;100/2=1516;100/3=1517;1/0=1515;1/2=1516;1/3=1517;101/0=1515;101/2=1516;101/3=1517;103@2/0=1515;103@2/2=1516;103@2/3=1517;103@10/0=1515;103@10/2=1516;103@10/3=1517;106/0=1515;106/2=1516;106/3=1517
10.0.73:1518;100/0=1519;100/2=1520;100/3=1521;1/0=1519;1/2=1520;1/3=1521;101/0=1519;101/2=1520;101/3=1521;103@2/0=1519;103@2/2=1520;103@2/3=1521;103@10/0=1519;103@10/2=1520;103@10/3=1521;106/0=1519;106/2=1520;106/3=1521
10.0.74:1522;100/0=1523;100/2=1524;100/3=1525;1/0=1523;1/2=1524;1/3=1525;101/0=1523;101/2=1524;101/3=1525;103@2/0=1523;103@2/2=1524;103@2/3=1525;103@10/0=1523;103@10/2=1524;103@10/3=1525;106/0=1523;106/2=1524;106/3=1525
10.0.75:1526;100/0=1527;100/2=1528;100/3=1529;1/0=1527;1/2=1528;1/3=1529;101/0=1527;101/2=1528;101/3=1529;103@2/0=1527;103@2/2=1528;103@2/3=1529;103@10/0=1527;103@10/2=1528;103@10/3=1529;106/0=1527;106/2=1528;106/3=1529
10.0.76:146;100/0=1530;100/2=1531;100/3=1532;1/0=1530;1/2=1531;1/3=1532;101/0=1530;101/2=1531;101/3=1532;103@2/0=1530;103@2/2=1531;103@2/3=1532;103@10/0=1530;103@10/2=1531;103@10/3=1532;106/0=1530;106/2=1531;106/3=1532
10.0.77:1533;100/0=1534;100/2=1535;100/3=1536;1/0=1534;1/2=1535;1/3=1536;101/0=1534;101/2=1535;101/3=1536;103@2/0=1534;103@2/2=1535;103@2/3=1536;103@10/0=1534;103@10/2=1535;103@10/3=1536;106/0=1534;106/2=1535;106/3=1536
10.0.78:1537;100/0=1538;100/2=1539;100/3=1540;1/0=1538;1/2=1539;1/3=1540;101/0=1538;101/2=1539;101/3=1540;103@2/0=1538;103@2/2=1539;103@2/3=1540;103@10/0=1538;103@10/2=1539;103@10/3=1540;106/0=1538;106/2=1539;106/3=1540
10.0.79:1541;100/0=1542;100/2=1543;100/3=1544;1/0=1542;1/2=1543;1/3=1544;101/0=1542;101/2=1543;101/3=1544;103@2/0=1542;103@2/2=1543;103@2/3=1544;103@10/0=1542;103@10/2=1543;103@10/3=1544;106/0=1542;106/2=1543;106/3=1544
10.0.80:1545;100/0=1546;100/2=1547;100/3=1548;1/0=1546;1/2=1547;1/3=1548;101/0=1546;101/2=1547;101/3=1548;103@2/0=1546;103@2/2=1547;103@2/3=1548;103@10/0=1546;103@10/2=1547;103@10/3=1548;106/0=1546;106/2=1547;106/3=1548
10.0.81:1549;100/0=1550;100/2=1551;100/3=1552;1/0=1550;1/2=1551;1/3=1552;101/0=1550;101/2=1551;101/3=1552;103@2/0=1550;103@2/2=1551;103@2/3=1552;103@10/0=1550;103@10/2=1551;103@10/3=1552;106/0=1550;106/2=1551;106/3=1552
10.0.82:1553;100/0=1554;100/2=1555;100/3=1556;1/0=1554;1/2=1555;1/3=1556;101/0=1554;101/2=1555;101/3=1556;103@2/0=1554;103@2/2=1555;103@2/3=1556;103@10/0=1554;103@10/2=1555;103@10/3=1556;106/0=1554;106/2=1555;106/3=1556
10.0.83:1557;100/0=1558;100/2=1559;100/3=1560;1/0=1558;1/2=1559;1/3=1560;101/0=1558;101/2=1559;101/3=1560;103@2/0=1558;103@2/2=1559;103@2/3=1560;103@10/0=1558;103@10/2=1559;103@10/3=1560;106/0=1558;106/2=1559;106/3=1560
10.0.84:1561;100/0=1562;100/2=1563;100/3=1564;1/0=1562;1/2=1563;1/3=1564;101/0=1562;101/2=1563;101/3=1564;103@2/0=1562;103@2/2=1563;103@2/3=1564;103@10/0=1562;103@10/2=1563;103@10/3=1564;106/0=1562;106/2=1563;106/3=1564
10.0.85:1565;100/0=1566;100/2=1567;100/3=1568;1/0=1566;1/2=1567;1/3=1568;101/0=1566;101/2=1567;101/3=1568;103@2/0=1566;103@2/2=1567;103@2/3=1568;103@10/0=1566;103@10/2=1567;103@10/3=1568;106/0=1566;106/2=1567;106/3=1568
10.0.86:1569
10.0.87:1570;100/0=1571;100/2=1572;100/3=1573;1/0=1571;1/2=1572;1/3=1573;101/0=1571;101/2=1572;101/3=1573;103@2/0=1571;103@2/2=1572;103@2/3=1573;103@10/0=1571;103@10/2=1572;103@10/3=1573;106/0=1571;106/2=1572;106/3=1573
10.0.89:1574;100/0=1575;100/2=1576;100/3=1577;1/0=1575;1/2=1576;1/3=1577;101/0=1575;101/2=1576;101/3=1577;103@2/0=1575;103@2/2=1576;103@2/3=1577;103@10/0=1575;103@10/2=1576;103@10/3=1577;106/0=1575;106/2=1576;106/3=1577
10.0.90:1578;1/0=1579;1/2=1580;1/3=1581
10.0.91:1582;1/0=1583;1/2=1584;1/3=1585
10.0.92:1586;100/0=1587;100/2=1588;100/3=1589;1/0=1587;1/2=1588;1/3=1589;101/0=1587;101/2=1588;101/3=1589;103@2/0=1587;103@2/2=1588;103@2/3=1589;103@10/0=1587;103@10/2=1588;103@10/3=1589;106/0=1587;106/2=1588;106/3=1589
10.0.93:1362;100/0=1590;100/2=1591;100/3=1592;1/0=1590;1/2=1591;1/3=1592;101/0=1590;101/2=1591;101/3=1592;103@2/0=1590;103@2/2=1591;103@2/3=1592;103@10/0=1590;103@10/2=1591;103@10/3=1592;106/0=1590;106/2=1591;106/3=1592
10.0.94:1593;100/0=1594;100/2=1595;100/3=1596;1/0=1594;1/2=1595;1/3=1596;101/0=1594;101/2=1595;101/3=1596;103@2/0=1594;103@2/2=1595;103@2/3=1596;103@10/0=1594;103@10/2=1595;103@10/3=1596;106/0=1594;106/2=1595;106/3=1596
10.0.95:1597;100/0=1598;100/2=1599;100/3=1600;1/0=1598;1/2=1599;1/3=1600;101/0=1598;101/2=1599;101/3=1600;103@2/0=1598;103@2/2=1599;103@2/3=1600;103@10/0=1598;103@10/2=1599;103@10/3=1600;106/0=1598;106/2=1599;106/3=1600
10.0.96:1601;100/0=1602;100/2=1603;100/3=1604;1/0=1602;1/2=1603;1/3=1604;101/0=1602;101/2=1603;101/3=1604;103@2/0=1602;103@2/2=1603;103@2/3=1604;103@10/0=1602;103@10/2=1603;103@10/3=1604;106/0=1602;106/2=1603;106/3=1604
10.0.97:1605;100/0=1606;100/2=1607;100/3=1608;1/0=1606;1/2=1607;1/3=1608;101/0=1606;101/2=1607;101/3=1608;103@2/0=1606;103@2/2=1607;103@2/3=1608;103@10/0=1606;103@10/2=1607;103@10/3=1608;106/0=1606;106/2=1607;106/3=1608
10.0.98:1609;100/0=1610;100/2=1611;100/3=1612;1/0=1610;1/2=1611;1/3=1612;101/0=1610;101/2=1611;101/3=1612;103@2/0=1610;103@2/2=1611;103@2/3=1612;103@10/0=1610;103@10/2=1611;103@10/3=1612;106/0=1610;106/2=1611;106/3=1612
10.0.99:1613;100/0=1614;100/2=1615;100/3=1616;1/0=1614;1/2=1615;1/3=1616;101/0=1614;101/2=1615;101/3=1616;103@2/0=1614;103@2/2=1615;103@2/3=1616;103@10/0=1614;103@10/2=1615;103@10/3=1616;106/0=1614;106/2=1615;106/3=1616
10.0.100:1617;100/0=1618;100/2=1619;100/3=1620;1/0=1618;1/2=1619;1/3=1620;101/0=1618;101/2=1619;101/3=1620;103@2/0=1618;103@2/2=1619;103@2/3=1620;103@10/0=1618;103@10/2=1619;103@10/3=1620;106/0=1618;106/2=1619;106/3=1620
10.0.101:1621;100/0=1622;100/2=1623;100/3=1624;1/0=1622;1/2=1623;1/3=1624;101/0=1622;101/2=1623;101/3=1624;103@2/0=1622;103@2/2=1623;103@2/3=1624;103@10/0=1622;103@10/2=1623;103@10/3=1624;106/0=1622;106/2=1623;106/3=1624
10.0.102:1625;100/0=1626;100/2=1627;100/3=1628;1/0=1626;1/2=1627;1/3=1628;101/0=1626;101/2=1627;101/3=1628;103@2/0=1626;103@2/2=1627;103@2/3=1628;103@10/0=1626;103@10/2=1627;103@10/3=1628;106/0=1626;106/2=1627;106/3=1628
10.0.103:690;1/0=691;1/2=692;1/3=693
10.0.104:695;1/0=696;1/2=697;1/3=698
10.1.0:1629
10.1.1:1630
10.2.0:30;1/0=1631;1/2=1632;1/3=1633
10.2.1:1634;100/0=1635;100/2=1636;100/3=1637;1/0=1635;1/2=1636;1/3=1637;101/0=1635;101/2=1636;101/3=1637;103@2/0=1635;103@2/2=1636;103@2/3=1637;103@10/0=1635;103@10/2=1636;103@10/3=1637;106/0=1635;106/2=1636;106/3=1637
10.2.2:423
10.2.3:424
10.2.7:428
10.2.8:1638;100/0=1639;100/2=1640;100/3=1641;1/0=1639;1/2=1640;1/3=1641;101/0=1639;101/2=1640;101/3=1641;103@2/0=1639;103@2/2=1640;103@2/3=1641;103@10/0=1639;103@10/2=1640;103@10/3=1641;106/0=1639;106/2=1640;106/3=1641
10.3.0:33;1/0=1642;1/2=1643;1/3=1644
10.3.1:1645;100/0=1646;100/2=1647;100/3=1648;1/0=1646;1/2=1647;1/3=1648;101/0=1646;101/2=1647;101/3=1648;103@2/0=1646;103@2/2=1647;103@2/3=1648;103@10/0=1646;103@10/2=1647;103@10/3=1648;106/0=1646;106/2=1647;106/3=1648
10.3.3:1649;100/0=1650;100/2=1651;100/3=1652;1/0=1650;1/2=1651;1/3=1652;101/0=1650;101/2=1651;101/3=1652;103@2/0=1650;103@2/2=1651;103@2/3=1652;103@10/0=1650;103@10/2=1651;103@10/3=1652;106/0=1650;106/2=1651;106/3=1652
10.3.4:1653;100/0=1654;100/2=1655;100/3=1656;1/0=1654;1/2=1655;1/3=1656;101/0=1654;101/2=1655;101/3=1656;103@2/0=1654;103@2/2=1655;103@2/3=1656;103@10/0=1654;103@10/2=1655;103@10/3=1656;106/0=1654;106/2=1655;106/3=1656
10.3.5:1657;100/0=1658;100/2=1659;100/3=1660;1/0=1658;1/2=1659;1/3=1660;101/0=1658;101/2=1659;101/3=1660;103@2/0=1658;103@2/2=1659;103@2/3=1660;103@10/0=1658;103@10/2=1659;103@10/3=1660;106/0=1658;106/2=1659;106/3=1660
10.3.6:1661;100/0=1662;100/2=1663;100/3=1664;1/0=1662;1/2=1663;1/3=1664;101/0=1662;101/2=1663;101/3=1664;103@2/0=1662;103@2/2=1663;103@2/3=1664;103@10/0=1662;103@10/2=1663;103@10/3=1664;106/0=1662;106/2=1663;106/3=1664
10.3.14:1665;100/0=1666;100/2=1667;100/3=1668;1/0=1666;1/2=1667;1/3=1668;101/0=1666;101/2=1667;101/3=1668;103@2/0=1666;103@2/2=1667;103@2/3=1668;103@10/0=1666;103@10/2=1667;103@10/3=1668;106/0=1666;106/2=1667;106/3=1668
10.3.15:1669;100/0=1670;100/2=1671;100/3=1672;1/0=1670;1/2=1671;1/3=1672;101/0=1670;101/2=1671;101/3=1672;103@2/0=1670;103@2/2=1671;103@2/3=1672;103@10/0=1670;103@10/2=1671;103@10/3=1672;106/0=1670;106/2=1671;106/3=1672
10.3.20:1673;100/0=1674;100/2=1675;100/3=1676;1/0=1674;1/2=1675;1/3=1676;101/0=1674;101/2=1675;101/3=1676;103@2/0=1674;103@2/2=1675;103@2/3=1676;103@10/0=1674;103@10/2=1675;103@10/3=1676;106/0=1674;106/2=1675;106/3=1676
10.3.21:1677;100/0=1678;100/2=1679;100/3=1680;1/0=1678;1/2=1679;1/3=1680;101/0=1678;101/2=1679;101/3=1680;103@2/0=1678;103@2/2=1679;103@2/3=1680;103@10/0=1678;103@10/2=1679;103@10/3=1680;106/0=1678;106/2=1679;106/3=1680
10.3.22:1681;100/0=1682;100/2=1683;100/3=1684;1/0=1682;1/2=1683;1/3=1684;101/0=1682;101/2=1683;101/3=1684;103@2/0=1682;103@2/2=1683;103@2/3=1684;103@10/0=1682;103@10/2=1683;103@10/3=1684;106/0=1682;106/2=1683;106/3=1684
10.4.1:406
10.4.2:404
10.4.3:419
10.4.7:1685
10.191.0:1686
20.0.0:1687
20.0.1:1688
20.0.2:1689
20.0.3:1690
20.0.4:1691
20.0.5:1692
20.0.6:1693
20.0.7:1694
20.0.8:1695
20.0.9:1696
20.0.10:1697
20.0.11:1698
20.0.12:1699
20.1.0:1700
20.1.1:1701
20.1.2:1702
20.1.3:1703
20.1.4:1704
20.1.5:1705
20.1.6:1706
20.1.7:1707
20.1.8:1708
20.1.9:1709
20.2.0:1710`,
  "grib2-7": `0.0.192:479
0.0.193:1711
0.0.194:1712
0.0.195:1713
0.0.196:1714
0.0.197:1715
0.0.198:1716
0.0.199:1717
0.0.200:1718
0.0.201:1719
0.0.202:1720
0.0.203:1721
0.0.204:1722
0.1.192:552
0.1.193:553
0.1.194:554
0.1.195:555
0.1.196:557
0.1.197:546
0.1.198:1723
0.1.199:563
0.1.201:564
0.1.202:565
0.1.203:566
0.1.204:567
0.1.205:568
0.1.206:1724
0.1.207:1725
0.1.208:1726
0.1.209:1727
0.1.210:1728
0.1.211:1729
0.1.212:1730
0.1.213:1731
0.1.214:1732
0.1.215:1733
0.1.216:1734
0.1.217:1735
0.1.218:1736
0.1.219:1737
0.1.220:1738
0.1.221:1739
0.1.222:1740
0.1.223:1741
0.1.224:1742
0.1.225:1743
0.2.192:712
0.2.193:713
0.2.194:714
0.2.195:715
0.2.196:716
0.2.197:717
0.2.198:1744
0.2.199:1745
0.2.200:1746
0.2.201:1747
0.2.202:1748
0.2.203:1749
0.2.204:1750
0.2.205:1751
0.2.206:1752
0.2.207:1753
0.2.208:1754
0.2.209:1755
0.2.210:1756
0.2.211:1757
0.2.212:1758
0.2.213:1759
0.2.214:1760
0.2.215:1761
0.2.216:1762
0.2.217:1763
0.2.218:1764
0.2.219:1765
0.2.224:1766
0.3.192:1767
0.3.193:790
0.3.194:791
0.3.195:795
0.3.197:802
0.3.198:1768
0.3.199:1769
0.3.200:1770
0.3.201:1771
0.3.202:1772
0.3.203:1773
0.3.204:1774
0.3.205:1775
0.3.206:1776
0.3.207:1777
0.3.208:1778
0.3.209:1779
0.3.210:1780
0.3.211:1781
0.3.212:1782
0.4.192:836
0.4.193:840
0.4.194:1783
0.4.195:1784
0.4.196:1785
0.4.197:1786
0.4.198:1787
0.4.199:1788
0.4.200:1789
0.4.201:1790
0.4.202:1791
0.4.203:1792
0.4.204:1793
0.4.205:1794
0.5.192:865
0.5.193:869
0.5.194:1795
0.5.195:1796
0.5.196:1797
0.5.197:1798
0.6.192:900
0.6.193:901
0.6.194:902
0.6.195:541
0.6.196:904
0.6.197:905
0.6.198:906
0.6.199:907
0.6.200:1799
0.6.201:1800
0.7.192:937
0.7.193:938
0.7.194:1801
0.7.195:1802
0.7.196:1803
0.7.197:1804
0.7.198:1131
0.13.192:1805
0.13.193:1806
0.13.194:1807
0.13.195:1808
0.14.192:1809
0.14.193:1810
0.14.194:1811
0.14.195:1812
0.14.196:1813
0.14.197:1814
0.14.198:1815
0.14.199:1816
0.16.192:1817
0.16.193:1818
0.16.194:1819
0.16.195:1820
0.16.196:1821
0.17.192:1822
0.19.192:994
0.19.193:995
0.19.194:1823
0.19.195:1824
0.19.196:1825
0.19.197:1826
0.19.198:1827
0.19.199:1828
0.19.200:1829
0.19.201:1830
0.19.202:1831
0.19.203:1832
0.19.204:1833
0.19.205:1834
0.19.206:1835
0.19.207:1836
0.19.208:1837
0.19.209:1838
0.19.210:1839
0.19.211:1840
0.19.212:1841
0.19.213:1842
0.19.214:1843
0.19.215:1844
0.19.216:1845
0.19.217:1846
0.19.218:1847
0.19.219:1848
0.19.232:1849
0.19.234:1850
1.0.192:1049
1.0.193:1050
1.1.192:1851
1.1.193:562
1.1.194:1852
1.1.195:1853
2.0.192:1112
2.0.193:1113
2.0.194:1114
2.0.195:1115
2.0.196:1116
2.0.197:1117
2.0.198:1854
2.0.199:1118
2.0.200:1119
2.0.201:1855
2.0.202:1120
2.0.203:1121
2.0.204:1123
2.0.205:1122
2.0.206:1856
2.0.207:1857
2.0.208:1858
2.0.209:1859
2.0.210:1860
2.0.211:1861
2.0.212:1862
2.0.213:1863
2.0.214:1864
2.0.215:1865
2.0.216:1866
2.0.217:1867
2.0.218:1868
2.0.219:1869
2.0.220:1870
2.0.221:1871
2.0.222:1872
2.0.223:1873
2.0.224:1874
2.0.225:1875
2.0.226:1876
2.0.227:1877
2.0.228:1878
2.0.229:1879
2.0.230:1880
2.3.192:1183
2.3.193:1184
2.3.194:1881
2.3.195:1185
2.3.196:1186
2.3.197:1187
2.3.198:1882
2.3.199:1883
2.3.200:1884
2.3.201:1885
2.3.202:1886
2.3.203:1887
10.0.192:1888
10.1.192:1889
10.1.193:1890
10.1.194:1891
10.1.195:1892
10.3.192:1893
10.3.193:1894
10.3.194:1895
10.3.195:1896
10.3.196:1897
10.3.197:1898
10.3.198:1899
10.3.199:1900
10.3.200:1901
10.3.201:1902
10.3.202:1903
10.4.192:1904
10.4.193:1905
10.4.194:1906
10.4.195:1907
10.4.196:1908
10.4.197:1909`,
  "grib2-98": `192.128.4:3
192.128.5:4
192.128.6:5
192.128.7:6
192.128.8:7
192.128.9:8
192.128.11:10
192.128.12:11
192.128.13:12
192.128.14:13
192.128.15:14
192.128.16:15
192.128.17:16
192.128.18:17
192.128.19:18
192.128.20:19
192.128.21:20
192.128.22:21
192.128.23:22
192.128.24:23
192.128.25:24
192.128.26:25
192.128.27:26
192.128.28:27
192.128.29:28
192.128.30:29
192.128.31:30
192.128.32:31
192.128.33:32
192.128.34:33
192.128.35:34
192.128.36:35
192.128.37:36
192.128.38:37
192.128.39:38
192.128.40:39
192.128.41:40
192.128.42:41
192.128.44:43
192.128.45:44
192.128.46:45
192.128.47:46
192.128.48:47
192.128.50:49
192.128.53:52
192.128.55:54
192.128.56:55
192.128.57:56
192.128.58:57
192.128.62:60
192.128.63:61
192.128.64:62
192.128.65:63
192.128.66:64
192.128.67:65
192.128.70:68
192.128.71:69
192.128.74:72
192.128.78:76
192.128.79:77
192.128.80:78
192.128.81:79
192.128.82:80
192.128.83:81
192.128.84:82
192.128.85:83
192.128.86:84
192.128.87:85
192.128.88:86
192.128.89:87
192.128.90:88
192.128.91:89
192.128.92:90
192.128.93:91
192.128.94:92
192.128.95:93
192.128.96:94
192.128.97:95
192.128.98:96
192.128.99:97
192.128.100:98
192.128.101:99
192.128.102:100
192.128.103:101
192.128.104:102
192.128.105:103
192.128.106:104
192.128.107:105
192.128.108:106
192.128.109:107
192.128.110:108
192.128.111:109
192.128.112:110
192.128.113:111
192.128.114:112
192.128.115:113
192.128.116:114
192.128.117:115
192.128.118:116
192.128.119:117
192.128.120:118
192.128.123:121
192.128.124:122
192.128.125:123
192.128.126:124
192.128.127:125
192.128.128:126
192.128.137:135
192.128.139:137
192.128.140:138
192.128.142:140
192.128.144:142
192.128.148:146
192.128.149:147
192.128.150:148
192.128.153:151
192.128.154:152
192.128.158:156
192.128.159:157
192.128.160:158
192.128.161:159
192.128.162:160
192.128.163:161
192.128.164:162
192.128.169:167
192.128.170:168
192.128.171:169
192.128.174:172
192.128.175:173
192.128.178:176
192.128.180:178
192.128.181:179
192.128.182:180
192.128.183:181
192.128.184:182
192.128.185:183
192.128.186:184
192.128.187:185
192.128.188:186
192.128.190:188
192.128.191:189
192.128.192:190
192.128.193:191
192.128.195:193
192.128.196:194
192.128.197:195
192.128.198:196
192.128.199:197
192.128.200:198
192.128.204:202
192.128.205:203
192.128.206:204
192.128.208:206
192.128.209:207
192.128.210:208
192.128.211:209
192.128.212:210
192.128.213:211
192.128.214:212
192.128.215:213
192.128.216:214
192.128.217:215
192.128.218:216
192.128.219:217
192.128.220:218
192.128.221:219
192.128.222:220
192.128.223:221
192.128.224:222
192.128.225:223
192.128.226:224
192.128.227:225
192.128.229:227
192.128.230:228
192.128.231:229
192.128.232:230
192.128.233:231
192.128.234:232
192.128.236:234
192.128.237:235
192.128.238:236
192.128.239:237
192.128.240:238
192.128.241:239
192.128.242:240
192.128.243:241
192.128.244:242
192.128.245:243
192.128.249:247
192.128.250:248
192.128.251:249
192.128.252:250
192.128.253:251
192.128.254:252
192.228.3:256
192.228.4:257
192.228.5:258
192.228.6:259
192.228.7:260
192.228.8:261
192.228.9:262
192.228.10:263
192.228.11:264
192.228.12:265
192.228.13:266
192.228.14:267
192.228.15:268
192.228.16:269
192.228.17:270
192.228.18:271
192.228.19:272
192.228.21:274
192.228.22:275
192.228.23:276
192.228.24:277
192.228.25:278
192.228.28:281
192.228.40:285
192.228.41:286
192.228.42:287
192.228.43:288
192.228.47:291
192.228.48:292
192.228.50:293
192.228.51:294
192.228.52:295
192.228.53:296
192.228.57:1910
192.228.58:1911
192.228.59:1912
192.228.60:1913
0.1.193:226`,
};
