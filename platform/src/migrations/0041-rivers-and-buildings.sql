-- Rivers and buildings below the network of a utility.

alter table platform.map_layers drop constraint map_layers_layer_type_check;
alter table platform.map_layers add constraint map_layers_layer_type_check
  check (layer_type in ('river', 'building', 'street', 'pipe', 'valve', 'hydrant', 'other'));
