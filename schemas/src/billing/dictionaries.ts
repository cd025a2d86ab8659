import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'
import { ledgerDictionaries } from './ledger-dictionaries.ts'

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
      entry('1', 'Personal', '个人', 'De l’abonnement', 'Pelanggan'),
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
    dictType: 'charge_source',
    dictName: texts('Taken from', '收取方式', 'Prélevé sur', 'Diambil dari'),
    entries: [
      { ...entry('0', 'Payments', '付款', 'Paiements', 'Pembayaran'), isDefault: true },
      entry('1', 'Bills', '账单', 'Factures', 'Tagihan'),
    ],
  },
  {
    dictType: 'deduction_status',
    dictName: texts('State of a deduction', '扣费状态', 'État d’un prélèvement', 'Status pemotongan'),
    entries: [
      { ...entry('0', 'Made', '已扣费', 'Effectué', 'Dipotong', 'success'), isDefault: true },
      entry('1', 'Reversed', '已冲正', 'Annulé', 'Dibatalkan', 'danger'),
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
      entry('2', 'Written off', '已核销', 'Passée en perte', 'Dihapuskan', 'info'),
    ],
  },
  {
    dictType: 'debt_record_kind',
    dictName: texts('Transaction of a debt', '欠款记录类型', 'Type d’opération de dette', 'Jenis catatan utang'),
    entries: [
      { ...entry('0', 'Added', '新增', 'Ajout', 'Ditambahkan'), isDefault: true },
      entry('1', 'Paid', '还款', 'Paiement', 'Dibayar'),
      entry('2', 'Deducted', '扣费', 'Prélèvement', 'Dipotong'),
      entry('3', 'Reversed', '冲正', 'Annulation', 'Dibatalkan', 'danger'),
      entry('4', 'Written off', '核销', 'Passage en perte', 'Dihapuskan', 'info'),
    ],
  },
  {
    dictType: 'bill_type',
    dictName: texts('Type of a bill', '账单类型', 'Type de facture', 'Jenis tagihan'),
    entries: [
      { ...entry('0', 'Ordinary', '普通账单', 'Ordinaire', 'Biasa'), isDefault: true },
      entry('1', 'Price adjustment', '调价账单', 'Changement de prix', 'Perubahan harga'),
      entry('2', 'Meter change', '换表账单', 'Changement de compteur', 'Penggantian meter'),
      entry('3', 'Freeze', '冻结账单', 'Suspension', 'Pembekuan'),
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
      entry('3', 'Overdue', '已逾期', 'En retard', 'Lewat jatuh tempo', 'danger'),
      entry('4', 'Void', '已作废', 'Annulée', 'Dibatalkan', 'default'),
    ],
  },
  {
    dictType: 'bill_run_scope',
    dictName: texts('Accounts of a bill run', '出账范围', 'Abonnements d’une facturation', 'Cakupan penagihan'),
    entries: [
      { ...entry('0', 'All accounts', '全部用户', 'Tous les abonnements', 'Semua pelanggan'), isDefault: true },
      entry('1', 'Partition', '分区', 'Secteur', 'Zona'),
      entry('2', 'Meter group', '水表分组', 'Groupe de compteurs', 'Grup meter'),
      entry('3', 'Chosen accounts', '指定用户', 'Abonnements choisis', 'Pelanggan pilihan'),
      entry('4', 'Billing cycle (months)', '计费周期（月）', 'Cycle de facturation (mois)', 'Siklus penagihan (bulan)'),
    ],
  },
  {
    dictType: 'bill_run_status',
    dictName: texts('State of a bill run', '出账状态', 'État d’une facturation', 'Status penagihan'),
    entries: [
      { ...entry('0', 'Preview running', '预览中', 'Aperçu en cours', 'Pratinjau berjalan', 'info'), isDefault: true },
      entry('1', 'Previewed', '已预览', 'Aperçu prêt', 'Pratinjau selesai', 'warning'),
      entry('2', 'Posting', '出账中', 'Émission en cours', 'Sedang diterbitkan', 'info'),
      entry('3', 'Paused', '已暂停', 'En pause', 'Dijeda', 'warning'),
      entry('4', 'Finished', '已完成', 'Terminée', 'Selesai', 'success'),
    ],
  },
  {
    dictType: 'bill_run_phase',
    dictName: texts('Phase of a bill run', '出账阶段', 'Phase d’une facturation', 'Tahap penagihan'),
    entries: [
      { ...entry('0', 'Preview', '预览', 'Aperçu', 'Pratinjau'), isDefault: true },
      entry('1', 'Posting', '出账', 'Émission', 'Penerbitan'),
    ],
  },
  {
    dictType: 'bill_run_outcome',
    dictName: texts(
      'Outcome of an account in a bill run',
      '用户出账结果',
      'Issue d’un abonnement dans une facturation',
      'Hasil pelanggan dalam penagihan',
    ),
    entries: [
      { ...entry('0', 'Billed', '出账', 'Facturé', 'Ditagih', 'success'), isDefault: true },
      entry('1', 'Billed before', '此前已出账', 'Déjà facturé', 'Sudah ditagih'),
      entry('2', 'Held', '挂起', 'En attente', 'Ditangguhkan', 'warning'),
    ],
  },
  {
    dictType: 'bill_run_result',
    dictName: texts('Reason in a bill run', '出账原因', 'Motif dans une facturation', 'Alasan dalam penagihan'),
    entries: [
      { ...entry('0', 'Billed', '已出账', 'Facturé', 'Ditagih', 'success'), isDefault: true },
      entry('1', 'Billed before', '此前已出账', 'Déjà facturé', 'Sudah ditagih'),
      entry(
        '2',
        'Not billed by its settings',
        '按设置不计费',
        'Non facturé selon ses réglages',
        'Tidak ditagih menurut pengaturan',
        'info',
      ),
      entry('3', 'No price', '缺少价格', 'Sans tarif', 'Tanpa harga', 'warning'),
      entry('4', 'No reading', '无抄表读数', 'Sans relevé', 'Tanpa bacaan', 'warning'),
      entry('5', 'Days missing', '缺数天', 'Jours manquants', 'Hari hilang', 'warning'),
      entry('6', 'Days questioned', '数据待审核', 'Jours à vérifier', 'Hari dipertanyakan', 'warning'),
      entry('7', 'Use below zero', '用水量为负', 'Consommation négative', 'Pemakaian negatif', 'danger'),
      entry('8', 'Too many open bills', '未结账单过多', 'Trop de factures ouvertes', 'Terlalu banyak tagihan terbuka', 'danger'),
      entry('9', 'Bill too large', '账单过大', 'Facture trop grande', 'Tagihan terlalu besar', 'danger'),
    ],
  },
  {
    dictType: 'held_bill_status',
    dictName: texts('State of a held bill', '挂起账单状态', 'État d’une facture en attente', 'Status tagihan ditangguhkan'),
    entries: [
      { ...entry('0', 'Held', '挂起', 'En attente', 'Ditangguhkan', 'warning'), isDefault: true },
      entry('1', 'Billed', '已出账', 'Facturée', 'Ditagih', 'success'),
      entry('2', 'Dismissed', '已关闭', 'Écartée', 'Diabaikan', 'info'),
    ],
  },
  {
    dictType: 'bill_held_for',
    dictName: texts('Reason why a bill is held', '挂起原因', 'Motif d’attente d’une facture', 'Alasan tagihan ditangguhkan'),
    entries: [
      { ...entry('days-missing', 'Days not known', '部分日期用水未知', 'Jours inconnus', 'Hari tidak diketahui'), isDefault: true },
      entry('days-questioned', 'Days questioned', '部分日期待审核', 'Jours à vérifier', 'Hari dipertanyakan'),
      entry('no-reading', 'No reading', '无读数', 'Aucun relevé', 'Tanpa pembacaan'),
      entry('no-price', 'No price', '无价格', 'Sans prix', 'Tanpa harga'),
      entry('not-billed', 'Not billed', '不出账', 'Non facturé', 'Tidak ditagih'),
      entry('use-below-zero', 'Water ran back', '水量倒流', 'Reflux', 'Air mengalir balik'),
      entry('account-closed', 'Account cancelled', '已销户', 'Abonnement résilié', 'Pelanggan ditutup'),
    ],
  },
  {
    dictType: 'counter_method',
    dictName: texts('Payment at the counter', '柜台收款方式', 'Paiement au guichet', 'Pembayaran di loket'),
    entries: [{ ...entry('0', 'Cash', '现金', 'Espèces', 'Tunai'), isDefault: true }, entry('1', 'Bank', '银行', 'Banque', 'Bank')],
  },
  {
    dictType: 'bank_entry_status',
    dictName: texts('State of a bank entry', '银行流水状态', 'État d’une écriture bancaire', 'Status mutasi bank'),
    entries: [
      { ...entry('0', 'Unmatched', '未匹配', 'À affecter', 'Belum cocok', 'warning'), isDefault: true },
      entry('1', 'Assigned', '已分配', 'Affectée', 'Dialokasikan', 'success'),
      entry('2', 'Set aside', '非用户款项', 'Mise de côté', 'Dipisahkan', 'info'),
    ],
  },
  {
    dictType: 'bank_entry_match',
    dictName: texts('How a bank entry was assigned', '银行流水匹配方式', 'Mode d’affectation d’une écriture', 'Cara alokasi mutasi bank'),
    entries: [
      entry('0', 'Payment reference', '付款参考号', 'Référence de paiement', 'Referensi pembayaran'),
      entry('1', 'Bill number and amount', '账单号与金额', 'Numéro et montant de facture', 'Nomor dan jumlah tagihan'),
      entry('2', 'Account number', '户号', 'Numéro d’abonnement', 'Nomor pelanggan'),
      { ...entry('3', 'Clerk', '业务员', 'Agent', 'Petugas'), isDefault: true },
    ],
  },
  {
    dictType: 'transaction_kind',
    dictName: texts('Transaction of an account', '户号交易类型', 'Mouvement d’un abonnement', 'Transaksi pelanggan'),
    entries: [
      { ...entry('0', 'Bill', '账单', 'Facture', 'Tagihan'), isDefault: true },
      entry('1', 'Credit', '贷记', 'Avoir', 'Kredit'),
      entry('2', 'Debit', '借记', 'Débit', 'Debit'),
      entry('3', 'Payment', '收款', 'Paiement', 'Pembayaran', 'success'),
      entry('4', 'Reversal', '冲正', 'Annulation de paiement', 'Pembatalan pembayaran', 'danger'),
      entry('5', 'Refund', '退款', 'Remboursement', 'Pengembalian', 'info'),
      entry('6', 'Deduction', '扣费', 'Prélèvement', 'Pemotongan'),
      entry('7', 'Debt', '欠款', 'Dette', 'Utang', 'warning'),
      entry('8', 'Debt payment', '还款', 'Paiement de dette', 'Pembayaran utang', 'success'),
      entry('9', 'Late fee', '滞纳金', 'Pénalité de retard', 'Denda keterlambatan', 'warning'),
      entry('10', 'Balance applied', '余额抵扣', 'Solde imputé', 'Saldo digunakan', 'success'),
      entry('11', 'Return fee', '退票手续费', 'Frais de rejet', 'Biaya pembayaran ditolak', 'warning'),
      entry('12', 'Deduction reversed', '扣费冲正', 'Prélèvement annulé', 'Pembatalan pemotongan', 'danger'),
      entry('13', 'Write-off', '核销', 'Passage en perte', 'Penghapusan', 'info'),
      entry('14', 'Sale of water', '售水', 'Vente d’eau', 'Penjualan air'),
      entry('15', 'Sale taken back', '售水退回', 'Vente reprise', 'Penjualan dibatalkan', 'warning'),
      entry('16', 'Use', '用水扣费', 'Consommation', 'Pemakaian'),
    ],
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
  ...ledgerDictionaries,
]
