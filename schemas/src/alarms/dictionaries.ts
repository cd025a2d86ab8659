import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

/** Words of alarms. */
export const alarmsDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'meter_alarm_type',
    dictName: texts('Alarm type', '告警类型', 'Type d’alarme', 'Jenis alarm'),
    entries: [
      entry('battery-low', 'Battery low', '电池电量低', 'Pile faible', 'Baterai lemah', 'warning'),
      entry('tamper', 'Tampering', '拆卸告警', 'Fraude ou démontage', 'Perusakan meter', 'danger'),
      entry('meter-leak', 'Leak at the meter', '水表漏水', 'Fuite au compteur', 'Kebocoran pada meter', 'danger'),
      entry('burst', 'Burst', '爆管', 'Rupture de conduite', 'Pipa pecah', 'danger'),
      entry('reverse-flow', 'Reverse flow', '反向流', 'Retour d’eau', 'Aliran balik', 'warning'),
      entry('meter-silent', 'Meter silent', '水表失联', 'Compteur muet', 'Meter tidak melapor', 'warning'),
      entry('valve-failed', 'Valve operation failed', '阀门操作失败', 'Échec de manœuvre de vanne', 'Operasi katup gagal', 'warning'),
      entry(
        'pressure-high',
        'Pressure above upper limit',
        '压力超上限',
        'Pression au-dessus du seuil haut',
        'Tekanan di atas batas',
        'danger',
      ),
      entry('pressure-low', 'Pressure below lower limit', '压力低于下限', 'Pression sous le seuil bas', 'Tekanan di bawah batas', 'danger'),
      entry(
        'pressure-abrupt',
        'Abrupt pressure change',
        '压力突变',
        'Variation brusque de pression',
        'Perubahan tekanan mendadak',
        'warning',
      ),
      entry('partition-leakage', 'Leakage above threshold', '漏损超限', 'Fuites au-dessus du seuil', 'Kebocoran di atas ambang', 'danger'),
      entry(
        'partition-night-flow',
        'Night flow above threshold',
        '夜间流量超限',
        'Débit nocturne au-dessus du seuil',
        'Debit malam di atas ambang',
        'danger',
      ),
      entry('partition-kl', 'KL ratio above threshold', 'KL 比值超限', 'Ratio KL au-dessus du seuil', 'Rasio KL di atas ambang', 'warning'),
      entry('gateway-silent', 'Gateway silent', '网关失联', 'Passerelle muette', 'Gateway tidak melapor', 'warning'),
      entry(
        'event-set-aside',
        'Event not included in the figures',
        '事件未计入数据',
        'Événement non pris en compte',
        'Peristiwa belum dihitung',
        'danger',
      ),
      entry('account-arrears', 'Arrears above threshold', '欠费超限', 'Impayés au-dessus du seuil', 'Tunggakan di atas ambang', 'warning'),
      entry('flow-high', 'Flow above threshold', '流量超上限', 'Débit au-dessus du seuil', 'Debit di atas ambang', 'warning'),
      entry('flow-low', 'Flow below threshold', '流量低于下限', 'Débit sous le seuil', 'Debit di bawah ambang', 'warning'),
      entry('partition-detection', 'Leak detected', '检出漏损', 'Fuite détectée', 'Kebocoran terdeteksi', 'danger'),
      entry('account-balance', 'Balance below threshold', '余额低于下限', 'Solde sous le seuil', 'Saldo di bawah ambang', 'warning'),
    ],
  },
  {
    dictType: 'alarm_status',
    dictName: texts('Alarm status', '告警状态', 'État d’une alarme', 'Status alarm'),
    entries: [
      { ...entry('0', 'Unprocessed', '未处理', 'Non traitée', 'Belum diproses', 'danger'), isDefault: true },
      entry('1', 'Processing', '处理中', 'En cours', 'Sedang diproses', 'warning'),
      entry('2', 'Processed', '已处理', 'Traitée', 'Selesai diproses', 'success'),
      entry('3', 'Ignored', '已忽略', 'Ignorée', 'Diabaikan', 'default'),
    ],
  },
]
