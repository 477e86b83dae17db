<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.2" name="side" tilewidth="8" tileheight="8" tilecount="6" columns="3">
 <image source="side.png" width="24" height="16"/>
 <tile id="0" type="floor"/>
 <tile id="1" class="wall" probability="0.5"><properties><property name="solid" type="bool" value="true"/></properties></tile>
 <tile id="2"><objectgroup><object id="1" x="0" y="0" width="8" height="8"/></objectgroup></tile>
 <wangsets>
  <wangset name="walls" type="mixed" tile="-1">
   <wangcolor name="wall" color="#ff0000" tile="-1" probability="1"/>
   <wangtile tileid="1" wangid="1,0,1,0,0,0,0,0"/>
   <wangtile tileid="2" wangid="0,0,0,0,1,1,1,0"/>
  </wangset>
 </wangsets>
</tileset>
