import { texts } from '../shared/language.ts'
import { type DefaultDictionary, entry } from './dictionary-entry.ts'

/** Words of prices and billing. */
export const billingDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'price_scheme_status',
    dictName: texts('State of a price scheme', '价格方案状态', 'État du tarif', 'Status skema harga'),
    entries: [
      { ...entry('0', 'Drafted', '草稿', 'Brouillon', 'Draf', 'default'), isDefault: true },
      entry('1', 'Published', '已发布', 'Publié', 'Terbit', 'success'),
      entry('2', 'Retired', '已停用', 'Retiré', 'Dihentikan', 'warning'),
    ],
  },
  {
    dictType: 'charging_model',
    dictName: texts('Charging model', '计费模式', 'Mode de tarification', 'Model penagihan'),
    entries: [
      { ...entry('0', 'Cumulative', '累计阶梯', 'Cumulé', 'Kumulatif'), isDefault: true },
      entry('1', 'Independent', '独立阶梯', 'Indépendant', 'Mandiri'),
    ],
  },
  {
    dictType: 'deduction_method',
    dictName: texts('Deduction method', '扣费方式', 'Mode de prélèvement', 'Cara pemotongan'),
    entries: [
      { ...entry('0', 'Percentage of payment', '按付款金额比例', 'Pourcentage du paiement', 'Persentase pembayaran'), isDefault: true },
      entry('1', 'Fixed amount', '固定金额', 'Montant fixe', 'Jumlah tetap'),
      entry('2', 'Per count', '按频次', 'Par unité', 'Per satuan'),
    ],
  },
  {
    dictType: 'deduction_frequency',
    dictName: texts('Deduction frequency', '扣费频率', 'Fréquence de prélèvement', 'Frekuensi pemotongan'),
    entries: [
      entry('0', 'Per day', '每天', 'Par jour', 'Per hari'),
      { ...entry('1', 'Per month', '每月', 'Par mois', 'Per bulan'), isDefault: true },
      entry('2', 'Per year', '每年', 'Par an', 'Per tahun'),
      entry('3', 'Per m³', '每立方米', 'Par m³', 'Per m³'),
    ],
  },
  {
    dictType: 'fee_type',
    dictName: texts('Fee type', '费用类型', 'Type de redevance', 'Jenis biaya'),
    entries: [
      { ...entry('0', 'System', '系统', 'Du service', 'Sistem'), isDefault: true },
      entry('1', 'Personal', '个人', 'Du compte', 'Pelanggan'),
    ],
  },
  {
    dictType: 'payment_source',
    dictName: texts('Source of payment', '付款来源', 'Origine du paiement', 'Sumber pembayaran'),
    entries: [
      entry('0', 'Bill', '账单', 'Facture', 'Tagihan'),
      { ...entry('1', 'Recharge', '充值', 'Recharge', 'Isi ulang'), isDefault: true },
    ],
  },
  {
    dictType: 'debt_type',
    dictName: texts('Debt type', '欠款类型', 'Type de dette', 'Jenis utang'),
    entries: [
      { ...entry('0', 'Unpaid water', '水费欠费', 'Eau impayée', 'Air belum dibayar'), isDefault: true },
      entry('1', 'Meter', '水表', 'Compteur', 'Meter air'),
      entry('2', 'Repair', '维修', 'Réparation', 'Perbaikan'),
      entry('3', 'Installation', '安装', 'Installation', 'Pemasangan'),
      entry('4', 'Penalty', '罚款', 'Pénalité', 'Denda'),
      entry('5', 'Other', '其他', 'Autre', 'Lainnya'),
    ],
  },
  {
    dictType: 'debt_status',
    dictName: texts('State of a debt', '欠款状态', 'État de la dette', 'Status utang'),
    entries: [
      { ...entry('0', 'Open', '未还清', 'En cours', 'Belum lunas', 'warning'), isDefault: true },
      entry('1', 'Paid', '已还清', 'Payée', 'Lunas', 'success'),
    ],
  },
  {
    dictType: 'debt_record_kind',
    dictName: texts('Transaction of a debt', '欠款记录类型', 'Type d’opération de dette', 'Jenis catatan utang'),
    entries: [
      { ...entry('0', 'Added', '新增', 'Ajout', 'Ditambahkan'), isDefault: true },
      entry('1', 'Paid', '还款', 'Paiement', 'Dibayar'),
      entry('2', 'Deducted', '扣费', 'Prélèvement', 'Dipotong'),
    ],
  },
  {
    dictType: 'bill_type',
    dictName: texts('Type of a bill', '账单类型', 'Type de facture', 'Jenis tagihan'),
    entries: [
      { ...entry('0', 'Ordinary', '普通账单', 'Ordinaire', 'Biasa'), isDefault: true },
      entry('1', 'Price adjustment', '调价账单', 'Changement de prix', 'Perubahan harga'),
      entry('2', 'Meter change', '换表账单', 'Changement de compteur', 'Penggantian meter'),
      entry('3', 'Freeze', '冻结账单', 'Gel', 'Pembekuan'),
      entry('4', 'Transfer', '过户账单', 'Changement de titulaire', 'Pengalihan'),
      entry('5', 'Tariff renewal', '价格方案更新账单', 'Renouvellement du tarif', 'Pembaruan tarif'),
    ],
  },
  {
    dictType: 'bill_status',
    dictName: texts('State of a bill', '账单状态', 'État d’une facture', 'Status tagihan'),
    entries: [
      { ...entry('0', 'Unpaid', '未支付', 'Impayée', 'Belum dibayar', 'warning'), isDefault: true },
      entry('1', 'Paid', '已支付', 'Payée', 'Lunas', 'success'),
      entry('2', 'Paid in part', '部分支付', 'Payée en partie', 'Dibayar sebagian', 'warning'),
    ],
  },
  {
    dictType: 'counter_method',
    dictName: texts('Payment at the counter', '柜台收款方式', 'Paiement au guichet', 'Pembayaran di loket'),
    entries: [{ ...entry('0', 'Cash', '现金', 'Espèces', 'Tunai'), isDefault: true }, entry('1', 'Bank', '银行', 'Banque', 'Bank')],
  },
  {
    dictType: 'payment_status',
    dictName: texts('State of a payment', '收款状态', 'État d’un paiement', 'Status pembayaran'),
    entries: [
      { ...entry('0', 'Received', '已收款', 'Encaissé', 'Diterima', 'success'), isDefault: true },
      entry('1', 'Reversed', '已冲正', 'Annulé', 'Dibatalkan', 'danger'),
      entry('2', 'Refunded', '已退款', 'Remboursé', 'Dikembalikan', 'info'),
    ],
  },
]
