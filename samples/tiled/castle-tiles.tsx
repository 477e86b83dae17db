<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.2" name="castle-tiles" tilewidth="24" tileheight="18" tilecount="2" columns="2">
 <grid orientation="isometric" width="24" height="12"/>
 <image source="castle-tiles.png" width="48" height="18"/>
 <tile id="0" type="floor"/>
 <tile id="1" type="wall"/>
</tileset>
