import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

/** Words of payments over platforms. */
export const paymentDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'payment_platform_type',
    dictName: texts('Type of payment platform', '支付平台类型', 'Type de plateforme de paiement', 'Jenis platform pembayaran'),
    entries: [
      { ...entry('0', 'Sandbox', '沙箱', 'Bac à sable', 'Kotak pasir'), isDefault: true },
      entry('1', 'Generic HTTP', '通用 HTTP', 'HTTP générique', 'HTTP umum'),
      entry('2', 'M-Pesa Daraja', 'M-Pesa Daraja（达拉贾）', 'M-Pesa (Daraja)', 'M-Pesa lewat Daraja'),
      entry('3', 'Stripe Checkout', 'Stripe 收银台', 'Stripe (Checkout)', 'Stripe lewat Checkout'),
    ],
  },
  {
    dictType: 'payment_application_type',
    dictName: texts('Application type', '应用类型', 'Type d’application', 'Jenis aplikasi'),
    entries: [
      { ...entry('0', 'Web', '网页', 'Site web', 'Situs web'), isDefault: true },
      entry('1', 'Mobile', '移动端', 'Mobile', 'Seluler'),
      entry('2', 'Counter', '柜台', 'Guichet', 'Loket'),
    ],
  },
  {
    dictType: 'payment_order_status',
    dictName: texts('State of a payment order', '支付订单状态', 'État de l’ordre de paiement', 'Status pesanan pembayaran'),
    entries: [
      { ...entry('0', 'Unpaid', '未支付', 'Impayé', 'Belum dibayar', 'warning'), isDefault: true },
      entry('1', 'Paid', '已支付', 'Payé', 'Lunas', 'success'),
      entry('2', 'Refund in progress', '退款中', 'Remboursement en cours', 'Pengembalian berjalan', 'primary'),
      entry('3', 'Refunded', '已退款', 'Remboursé', 'Dikembalikan', 'default'),
      entry('4', 'Cancelled', '已取消', 'Annulé', 'Dibatalkan', 'default'),
      entry('5', 'Exception', '异常', 'Anomalie', 'Pengecualian', 'danger'),
    ],
  },
  {
    dictType: 'payment_order_knowledge',
    dictName: texts('Knowledge of the money', '资金确认情况', 'Ce que l’on sait de l’argent', 'Kepastian uang'),
    entries: [
      { ...entry('0', 'Placed', '已下单', 'Passé', 'Dibuat'), isDefault: true },
      entry('1', 'Accepted by the platform', '平台已受理', 'Accepté par la plateforme', 'Diterima platform'),
      entry('2', 'Platform was queried', '已查询', 'Interrogé', 'Ditanyakan'),
      entry('3', 'Paid', '已支付', 'Payé', 'Dibayar', 'success'),
      entry('4', 'Unknown', '未知', 'Inconnu', 'Tidak diketahui', 'warning'),
    ],
  },
  {
    dictType: 'payment_order_exception',
    dictName: texts('Reason of an exception', '异常原因', 'Motif de l’anomalie', 'Alasan pengecualian'),
    entries: [
      entry('unanswered', 'No answer', '平台无答复', 'Sans réponse', 'Tanpa jawaban'),
      entry('not-submitted', 'Not taken by the platform', '平台未受理', 'Non reçu par la plateforme', 'Tidak diterima platform'),
      entry('wrong-reference', 'Another reference', '参考号不符', 'Référence différente', 'Referensi berbeda'),
      entry('wrong-currency', 'Another currency', '币种不符', 'Devise différente', 'Mata uang berbeda'),
      entry('amount-below', 'Less than ordered', '金额不足', 'Montant insuffisant', 'Jumlah kurang'),
      entry('amount-too-large', 'More than is taken', '金额过大', 'Montant excessif', 'Jumlah terlalu besar'),
      entry(
        'payment-refused',
        'Account refuses the payment',
        '账户拒收付款',
        'Paiement refusé par l’abonnement',
        'Pembayaran ditolak pelanggan',
      ),
      entry('payment-reversed', 'Payment was reversed', '付款已冲正', 'Paiement annulé', 'Pembayaran dibatalkan'),
      entry('refund-unanswered', 'Refund without answer', '退款无答复', 'Remboursement sans réponse', 'Pengembalian tanpa jawaban'),
      entry('not-in-statement', 'Not in the report', '报表中没有', 'Absent du relevé', 'Tidak ada di laporan'),
    ],
  },
  {
    dictType: 'webhook_topic',
    dictName: texts('Topic of a webhook', 'Webhook 主题', 'Sujet d’un envoi Webhook', 'Topik webhook'),
    entries: [
      entry('recharge', 'Recharge', '充值', 'Recharge reçue', 'Isi ulang'),
      entry('token', 'Token', '充值代码', 'Jeton', 'Token air'),
      entry('valve', 'Valve', '阀门', 'Vanne', 'Katup'),
      entry('alarm', 'Alarm', '告警', 'Alarme', 'Alarm masuk'),
      entry('bill', 'Bill', '账单', 'Facture', 'Tagihan'),
      entry('order', 'Payment order', '支付订单', 'Ordre de paiement', 'Pesanan pembayaran'),
    ],
  },
  {
    dictType: 'webhook_delivery_status',
    dictName: texts('State of a webhook delivery', 'Webhook 推送状态', 'État d’un envoi Webhook', 'Status pengiriman webhook'),
    entries: [
      { ...entry('0', 'Waiting', '等待中', 'En attente', 'Menunggu', 'warning'), isDefault: true },
      entry('1', 'Delivered', '已送达', 'Remis', 'Terkirim', 'success'),
      entry('2', 'Failed', '失败', 'Échoué', 'Gagal', 'danger'),
    ],
  },
  {
    dictType: 'pay_attempt_outcome',
    dictName: texts('Outcome at the payment page', '缴费页访问结果', 'Résultat sur la page de paiement', 'Hasil di halaman bayar'),
    entries: [
      { ...entry('0', 'Opened', '已打开', 'Ouverte', 'Dibuka', 'success'), isDefault: true },
      entry('1', 'Wrong code', '缴费码错误', 'Code erroné', 'Kode salah', 'warning'),
    ],
  },
  {
    dictType: 'payment_report_status',
    dictName: texts('State of a platform report', '平台日报状态', 'État d’un relevé de plateforme', 'Status laporan platform'),
    entries: [
      { ...entry('0', 'Tried again', '稍后重试', 'Nouvel essai', 'Dicoba lagi', 'warning'), isDefault: true },
      entry('1', 'Compared', '已核对', 'Comparé', 'Dibandingkan', 'success'),
      entry('2', 'Not fetched', '未取得', 'Non obtenu', 'Tidak diperoleh', 'danger'),
    ],
  },
  {
    dictType: 'third_party_status',
    dictName: texts('State of a third-party recharge', '第三方充值状态', 'État d’une recharge de tiers', 'Status isi ulang pihak ketiga'),
    entries: [
      { ...entry('0', 'Being booked', '入账中', 'En cours', 'Sedang dibukukan', 'warning'), isDefault: true },
      entry('1', 'Booked', '已入账', 'Comptabilisée', 'Dibukukan', 'success'),
      entry('2', 'Refused', '已拒绝', 'Refusée', 'Ditolak', 'danger'),
    ],
  },
  {
    dictType: 'payment_resolution',
    dictName: texts('Decision about an exception', '异常处理决定', 'Décision sur une anomalie', 'Keputusan pengecualian'),
    entries: [
      entry('0', 'It is paid', '已支付', 'Il est payé', 'Sudah dibayar'),
      entry('1', 'It is cancelled', '已取消', 'Il est annulé', 'Dibatalkan'),
      { ...entry('2', 'The earlier state holds', '保持原状态', 'L’état précédent reste', 'Status sebelumnya berlaku'), isDefault: true },
    ],
  },
  {
    dictType: 'payment_leftover_side',
    dictName: texts('Side of a leftover', '差异方', 'Côté de l’écart', 'Sisi selisih'),
    entries: [
      { ...entry('0', 'Ours alone', '仅我方', 'Chez nous seulement', 'Hanya di kami'), isDefault: true },
      entry('1', 'Theirs alone', '仅对方', 'Chez eux seulement', 'Hanya di mereka'),
    ],
  },
  {
    dictType: 'payment_leftover_status',
    dictName: texts('State of a leftover', '差异状态', 'État de l’écart', 'Status selisih'),
    entries: [
      { ...entry('0', 'Open', '待处理', 'Ouvert', 'Terbuka', 'warning'), isDefault: true },
      entry('1', 'Credited', '已入账', 'Crédité', 'Dikreditkan', 'success'),
      entry('2', 'Explained', '已说明', 'Expliqué', 'Dijelaskan', 'default'),
      entry('3', 'Matched later', '后来匹配', 'Rapproché ensuite', 'Cocok kemudian', 'success'),
    ],
  },
  {
    dictType: 'payment_leftover_source',
    dictName: texts('Source of a leftover', '差异来源', 'Origine de l’écart', 'Sumber selisih'),
    entries: [
      { ...entry('0', 'Callback', '回调', 'Rappel', 'Panggilan balik'), isDefault: true },
      entry('1', 'Report of the platform', '平台报表', 'Relevé de la plateforme', 'Laporan platform'),
      entry('2', 'Uploaded report', '上传报表', 'Relevé téléversé', 'Laporan terunggah'),
    ],
  },
]
