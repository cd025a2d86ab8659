import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

/** Words of prepayment. */
export const prepaidDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'sts_key_type',
    dictName: texts('STS key type', 'STS 密钥类型', 'Type de clé STS', 'Jenis kunci STS'),
    entries: [
      entry('1', 'Default of the group', '组默认', 'Par défaut du groupe', 'Bawaan grup'),
      { ...entry('2', 'Unique', '唯一', 'Unique', 'Unik'), isDefault: true },
      entry('3', 'Common', '公共', 'Commune', 'Bersama'),
    ],
  },
  {
    dictType: 'sts_algorithm',
    dictName: texts('STS encryption', 'STS 加密算法', 'Chiffrement STS', 'Enkripsi STS'),
    entries: [
      { ...entry('07', '07 (STA)', '07（STA）', '07 (STA)', '07 (STA)'), isDefault: true },
      entry('11', '11 (MISTY1)', '11（MISTY1）', '11 (MISTY1)', '11 (MISTY1)'),
    ],
  },
  {
    dictType: 'sts_base_date',
    dictName: texts('STS base date', 'STS 基准日期', 'Date de base STS', 'Tanggal dasar STS'),
    entries: [
      entry(
        '1993',
        '1993, ended 2024-11-24',
        '1993，2024-11-24 已结束',
        '1993, terminée le 24/11/2024',
        '1993, berakhir 24-11-2024',
        'danger',
      ),
      {
        ...entry('2014', '2014, to 2045-11-24', '2014，至 2045-11-24', '2014, jusqu’au 24/11/2045', '2014, sampai 24-11-2045', 'success'),
        isDefault: true,
      },
      entry('2035', '2035, to 2066-11-24', '2035，至 2066-11-24', '2035, jusqu’au 24/11/2066', '2035, sampai 24-11-2066', 'success'),
    ],
  },
  {
    dictType: 'sts_token_kind',
    dictName: texts('Type of token', '代码类型', 'Type de jeton', 'Jenis token'),
    entries: [
      { ...entry('0', 'Water', '水量充值', 'Eau', 'Air', 'success'), isDefault: true },
      entry('1', 'Power limit', '限值', 'Limite', 'Batas', 'warning'),
      entry('2', 'Clear credit', '清除余额', 'Effacement du crédit', 'Hapus kredit', 'danger'),
      entry('3', 'Tariff rate', '费率', 'Tarif', 'Tarif', 'warning'),
      entry('4', 'Clear tamper', '清除窃动', 'Effacement de la fraude', 'Hapus status rusak', 'warning'),
      entry('5', 'Unbalance limit', '不平衡限值', 'Limite de déséquilibre', 'Batas ketidakseimbangan', 'warning'),
      entry('6', 'Key change', '密钥更换', 'Changement de clé', 'Ganti kunci', 'info'),
      entry('7', 'Replacement credit', '换表结转水量', 'Crédit de remplacement', 'Kredit penggantian', 'success'),
    ],
  },
  {
    dictType: 'sts_token_status',
    dictName: texts('State of a token', '代码状态', 'État d’un jeton', 'Status token'),
    entries: [
      { ...entry('0', 'In progress', '处理中', 'En cours', 'Diproses', 'info'), isDefault: true },
      entry('1', 'Issued', '已发出', 'Émis', 'Diterbitkan', 'success'),
      entry('2', 'Not sold', '未售出', 'Non vendu', 'Tidak terjual', 'danger'),
      entry('3', 'Returned', '已退购', 'Retourné', 'Dikembalikan', 'warning'),
      entry('4', 'Waits for approval', '待审批', 'À approuver', 'Menunggu persetujuan', 'warning'),
      entry('5', 'Refused', '已拒绝', 'Refusé', 'Ditolak', 'danger'),
    ],
  },
  {
    dictType: 'sts_token_downlink',
    dictName: texts('Radio delivery of a token', '代码远程下发', 'Envoi d’un jeton par radio', 'Pengiriman token lewat radio'),
    entries: [
      { ...entry('0', 'Not by radio', '不下发', 'Pas par radio', 'Tidak lewat radio', 'info'), isDefault: true },
      entry('1', 'Waits for the gateway', '等待网关', 'En attente de la passerelle', 'Menunggu gateway', 'warning'),
      entry('2', 'Sent', '已下发', 'Envoyé', 'Terkirim', 'warning'),
      entry('3', 'Entered', '已充入', 'Saisi', 'Sudah dimasukkan', 'success'),
      entry('4', 'Not entered', '未充入', 'Non saisi', 'Tidak dimasukkan', 'danger'),
    ],
  },
  {
    dictType: 'sts_refund_status',
    dictName: texts('State of a token refund', '退购状态', 'État d’un remboursement', 'Status pengembalian token'),
    entries: [
      { ...entry('0', 'Pending', '待处理', 'En attente', 'Menunggu', 'warning'), isDefault: true },
      entry('1', 'Under review', '审核中', 'En cours d’examen', 'Sedang ditinjau', 'info'),
      entry('2', 'Approved', '已通过', 'Approuvé', 'Disetujui', 'success'),
      entry('3', 'Not approved', '未通过', 'Non approuvé', 'Tidak disetujui', 'danger'),
    ],
  },
  {
    dictType: 'sts_recharge_flag',
    dictName: texts('Recharge flag of a token', '代码充值标志', 'Indicateur de recharge', 'Tanda isi ulang token'),
    entries: [
      entry('0', 'Collected', '已采集', 'Collecté', 'Sudah diambil'),
      { ...entry('1', 'In search', '查询中', 'En recherche', 'Sedang dicari', 'info'), isDefault: true },
      entry('2', 'No charge', '未充值', 'Non rechargé', 'Belum diisi', 'success'),
      entry('3', 'Already charged', '已充值', 'Déjà rechargé', 'Sudah diisi', 'danger'),
      entry('4', 'Returned', '已退回', 'Retourné', 'Dikembalikan', 'warning'),
    ],
  },
]
