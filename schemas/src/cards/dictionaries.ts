import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

/** Words of cards. */
export const cardsDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'card_status',
    dictName: texts('Card status', '卡状态', 'État de la carte', 'Status kartu'),
    entries: [
      { ...entry('0', 'Meter not swiped', '未刷表', 'Non présentée au compteur', 'Belum ditempel ke meter', 'warning'), isDefault: true },
      entry('1', 'Meter swiped', '已刷表', 'Présentée au compteur', 'Sudah ditempel ke meter', 'success'),
    ],
  },
  {
    dictType: 'card_state',
    dictName: texts('Use of a card', '卡使用状态', 'Utilisation d’une carte', 'Pemakaian kartu'),
    entries: [
      { ...entry('0', 'In use', '使用中', 'En service', 'Dipakai', 'success'), isDefault: true },
      entry('1', 'Lost', '已挂失', 'Perdue', 'Hilang', 'danger'),
      entry('2', 'Replaced', '已补卡', 'Remplacée', 'Diganti', 'default'),
      entry('3', 'Recycled', '已回收', 'Récupérée', 'Didaur ulang', 'default'),
    ],
  },
  {
    dictType: 'card_technology',
    dictName: texts('Card technology', '卡类型', 'Technologie de la carte', 'Teknologi kartu'),
    entries: [
      { ...entry('0', 'E55', 'E55 卡', 'Carte E55', 'Kartu E55'), isDefault: true },
      entry('1', 'CPU', 'CPU 卡', 'Carte CPU', 'Kartu CPU'),
    ],
  },
  {
    dictType: 'card_kind',
    dictName: texts('Card type', '卡种类', 'Type de carte', 'Jenis kartu'),
    entries: [
      { ...entry('0', 'Blank', '空白卡', 'Vierge', 'Kosong'), isDefault: true },
      entry('1', 'User card', '用户卡', 'Carte d’abonné', 'Kartu pelanggan'),
      entry('2', 'Cumulative card', '累计卡', 'Carte de cumul', 'Kartu kumulatif'),
    ],
  },
  {
    dictType: 'card_operation',
    dictName: texts('Card operation', '卡操作类型', 'Opération sur carte', 'Operasi kartu'),
    entries: [
      { ...entry('0', 'Card making', '制卡', 'Création', 'Buat kartu'), isDefault: true },
      entry('1', 'Recharge', '充值', 'Recharge', 'Isi ulang', 'success'),
      entry('2', 'Refund', '退款', 'Remboursement', 'Pengembalian', 'warning'),
      entry('3', 'Replace card', '补卡', 'Remplacement', 'Ganti kartu'),
      entry('4', 'Recycle card', '回收卡', 'Récupération', 'Daur ulang kartu'),
    ],
  },
  {
    dictType: 'system_card_operation',
    dictName: texts('System card operation', '系统卡操作', 'Opération sur carte système', 'Operasi kartu sistem'),
    entries: [
      { ...entry('5', 'Configure card', '配置卡', 'Configuration', 'Konfigurasi kartu'), isDefault: true },
      entry('6', 'Reset card', '重置卡', 'Réinitialisation', 'Atur ulang kartu', 'warning'),
      entry('7', 'Cumulative card', '累计卡', 'Carte de cumul', 'Kartu kumulatif'),
    ],
  },
  {
    dictType: 'card_write_status',
    dictName: texts('State of a card operation', '卡操作状态', 'État d’une opération sur carte', 'Status operasi kartu'),
    entries: [
      { ...entry('0', 'Not confirmed', '待确认', 'Non confirmée', 'Belum dikonfirmasi', 'warning'), isDefault: true },
      entry('1', 'Written', '已写卡', 'Écrite', 'Tertulis', 'success'),
      entry('2', 'Cancelled', '已取消', 'Annulée', 'Dibatalkan', 'default'),
    ],
  },
  {
    dictType: 'card_transaction_type',
    dictName: texts('Transaction of a card operation', '交易类型', 'Mouvement d’une opération sur carte', 'Transaksi operasi kartu'),
    entries: [
      { ...entry('0', 'None', '无', 'Aucun', 'Tidak ada', 'default'), isDefault: true },
      entry('1', 'Received', '收款', 'Encaissement', 'Diterima', 'success'),
      entry('2', 'Refunded', '退款', 'Remboursement', 'Dikembalikan', 'warning'),
    ],
  },
]
