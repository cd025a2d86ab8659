-- Dictionary entry of a new alarm, for databases that have the dictionary already.

insert into platform.dictionary_data (dict_type, dict_value, labels, dict_sort, list_class, is_default, create_by)
select dict_type, 'event-set-aside', '{"zh-CN": "事件未计入数据", "en": "Event not included in the figures",
  "fr": "Événement non pris en compte", "id": "Peristiwa belum dihitung"}', 12, 'danger', 'N', 'system'
from platform.dictionary_types where dict_type = 'meter_alarm_type' on conflict do nothing;
