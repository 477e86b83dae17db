<tileset name="collection" tilewidth="16" tileheight="24" tilecount="2" columns="0" objectalignment="bottom">
 <grid orientation="isometric" width="8" height="8"/>
 <tileoffset x="0" y="4"/>
 <tile id="0" type="wall"><image source="a.png" width="16" height="24"/></tile>
 <tile id="7"><properties><property name="wall" value="yes"/></properties><image source="b.png" width="8" height="8"/></tile>
</tileset>
