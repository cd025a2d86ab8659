import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

/** Words of accounts and their holders. */
export const customersDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'account_no_gen_mode',
    dictName: texts('Account number generation', '户号生成方式', 'Génération des numéros d’abonnement', 'Pembuatan nomor pelanggan'),
    entries: [
      { ...entry('0', 'Manual entry', '手动录入', 'Saisie manuelle', 'Input manual'), isDefault: true },
      entry('1', 'Automatic', '自动生成', 'Automatique', 'Otomatis'),
    ],
  },
  {
    dictType: 'account_status',
    dictName: texts('Account status', '户号状态', 'État d’un abonnement', 'Status pelanggan'),
    entries: [
      { ...entry('0', 'Active', '正常', 'Actif', 'Aktif', 'success'), isDefault: true },
      entry('1', 'Frozen', '已冻结', 'Suspendu', 'Dibekukan', 'warning'),
      entry('2', 'Cancelled', '已销户', 'Résilié', 'Dibatalkan', 'default'),
    ],
  },
  {
    dictType: 'nature_of_use',
    dictName: texts('Nature of use', '用户性质', 'Nature de l’abonné', 'Sifat penggunaan'),
    entries: [
      { ...entry('0', 'Individual', '个人', 'Particulier', 'Perorangan'), isDefault: true },
      entry('1', 'Enterprise', '企业', 'Entreprise', 'Perusahaan'),
      entry('2', 'Statistical', '统计', 'Statistique', 'Statistik'),
    ],
  },
  {
    dictType: 'water_use',
    dictName: texts('Water use', '用水性质', 'Usage de l’eau', 'Penggunaan air'),
    entries: [
      { ...entry('0', 'Domestic', '居民生活用水', 'Domestique', 'Rumah tangga'), isDefault: true },
      entry('1', 'Commercial', '商业用水', 'Commercial', 'Niaga'),
      entry('2', 'Industrial', '工业用水', 'Industriel', 'Industri'),
      entry('3', 'Public institution', '行政事业用水', 'Établissement public', 'Instansi pemerintah'),
      entry('4', 'Other', '其他用水', 'Autre', 'Lainnya'),
    ],
  },
  {
    dictType: 'business_mode',
    dictName: texts('Payment mode', '收费模式', 'Mode de paiement', 'Mode pembayaran'),
    entries: [
      { ...entry('0', 'Postpaid', '后付费', 'Postpayé', 'Pascabayar'), isDefault: true },
      entry('1', 'Prepaid', '预付费', 'Prépayé', 'Prabayar'),
    ],
  },
  {
    dictType: 'pay_channel',
    dictName: texts('Payment channel', '缴费渠道', 'Canal de paiement', 'Saluran pembayaran'),
    entries: [
      entry('0', 'Mobile wallet 1', '移动钱包一', 'Portefeuille mobile 1', 'Dompet seluler 1'),
      entry('1', 'Mobile wallet 2', '移动钱包二', 'Portefeuille mobile 2', 'Dompet seluler 2'),
      entry('2', 'Bank card', '银行卡', 'Carte bancaire', 'Kartu bank'),
      { ...entry('3', 'Cash', '现金', 'Espèces', 'Tunai'), isDefault: true },
    ],
  },
  {
    dictType: 'id_type',
    dictName: texts('Identity document', '证件类型', 'Pièce d’identité', 'Dokumen identitas'),
    entries: [
      { ...entry('0', 'Identity card', '身份证', 'Carte d’identité', 'Kartu identitas'), isDefault: true },
      entry('1', 'Other document', '其他证件', 'Autre pièce', 'Dokumen lain'),
    ],
  },
]
