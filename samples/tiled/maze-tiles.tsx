<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.2" name="maze-tiles" tilewidth="24" tileheight="24" tilecount="2" columns="2">
 <image source="maze-tiles.png" width="48" height="24"/>
 <tile id="0" type="floor"/>
 <tile id="1" type="wall"/>
</tileset>
