import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

/** Words of work orders and cases. */
export const workOrdersDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'work_order_type',
    dictName: texts('Type of a work order', '工单类型', 'Type d’ordre de travail', 'Jenis perintah kerja'),
    entries: [
      { ...entry('0', 'Maintenance', '维修', 'Maintenance', 'Pemeliharaan'), isDefault: true },
      entry('1', 'Meter reading', '抄表', 'Relève', 'Pencatatan meter'),
    ],
  },
  {
    dictType: 'work_order_status',
    dictName: texts('State of a work order', '工单状态', 'État d’un ordre de travail', 'Status perintah kerja'),
    entries: [
      { ...entry('0', 'Pending', '待处理', 'En attente', 'Menunggu', 'warning'), isDefault: true },
      entry('1', 'Processing', '处理中', 'En cours', 'Dikerjakan', 'warning'),
      entry('2', 'Completed', '已完成', 'Terminé', 'Selesai', 'success'),
      entry('3', 'On hold', '已挂起', 'Suspendu', 'Ditunda', 'danger'),
      entry('4', 'Cancelled', '已取消', 'Annulé', 'Dibatalkan', 'default'),
    ],
  },
  {
    dictType: 'work_order_priority',
    dictName: texts('Priority of a work order', '工单优先级', 'Priorité d’un ordre de travail', 'Prioritas perintah kerja'),
    entries: [
      entry('0', 'Low', '低', 'Basse', 'Rendah', 'default'),
      { ...entry('1', 'Normal', '普通', 'Normale', 'Normal', 'default'), isDefault: true },
      entry('2', 'High', '高', 'Haute', 'Tinggi', 'warning'),
      entry('3', 'Urgent', '紧急', 'Urgente', 'Mendesak', 'danger'),
    ],
  },
  {
    dictType: 'work_order_source',
    dictName: texts('Origin of a work order', '工单来源', 'Origine d’un ordre de travail', 'Asal perintah kerja'),
    entries: [
      { ...entry('0', 'By hand', '手工', 'Saisie manuelle', 'Manual'), isDefault: true },
      entry('1', 'Alarms', '告警', 'Alarmes', 'Alarm'),
      entry('2', 'Leak detection', '漏损识别', 'Détection de fuite', 'Deteksi kebocoran'),
      entry('3', 'Leak case', '漏损案件', 'Dossier de fuite', 'Kasus kebocoran'),
      entry('4', 'Consumption review', '用水量审核', 'Validation des consommations', 'Peninjauan pemakaian'),
      entry('5', 'Plan', '计划', 'Plan', 'Rencana'),
      entry('6', 'Request', '报修', 'Demande', 'Permintaan'),
    ],
  },
  {
    dictType: 'work_order_hold_reason',
    dictName: texts('Reason of a hold', '挂起原因', 'Motif de suspension', 'Alasan penundaan'),
    entries: [
      entry('0', 'Parts missing', '缺少配件', 'Pièces manquantes', 'Suku cadang kurang', 'default'),
      entry('1', 'Permit missing', '缺少许可', 'Autorisation manquante', 'Izin belum ada', 'default'),
      entry('2', 'Traffic', '交通限制', 'Circulation', 'Lalu lintas', 'default'),
      entry('3', 'Customer absent', '用户不在', 'Abonné absent', 'Pelanggan tidak ada', 'default'),
      entry('4', 'Other', '其他', 'Autre', 'Lainnya', 'default'),
    ],
  },
  {
    dictType: 'public_request_kind',
    dictName: texts('Type of a request', '报修类型', 'Type de demande', 'Jenis permintaan'),
    entries: [
      entry('0', 'No water', '无水', 'Pas d’eau', 'Air tidak mengalir', 'danger'),
      entry('1', 'Leak', '漏水', 'Fuite', 'Kebocoran', 'warning'),
      entry('2', 'Water quality', '水质', 'Qualité de l’eau', 'Kualitas air', 'warning'),
      entry('3', 'Low pressure', '水压低', 'Pression faible', 'Tekanan rendah', 'warning'),
      entry('4', 'Water meter', '水表', 'Compteur', 'Meter air', 'default'),
    ],
  },
  {
    dictType: 'public_request_status',
    dictName: texts('State of a request', '报修状态', 'État d’une demande', 'Status permintaan'),
    entries: [
      { ...entry('0', 'Received', '已受理', 'Reçue', 'Diterima', 'warning'), isDefault: true },
      entry('1', 'Order created', '已派工', 'Ordre créé', 'Perintah dibuat', 'success'),
      entry('2', 'Closed', '已关闭', 'Close', 'Ditutup', 'default'),
    ],
  },
  {
    dictType: 'leak_case_stage',
    dictName: texts('Stage of a leak case', '漏损案件阶段', 'Étape d’un dossier de fuite', 'Tahap kasus kebocoran'),
    entries: [
      { ...entry('0', 'Awareness', '发现', 'Connaissance', 'Diketahui', 'danger'), isDefault: true },
      entry('1', 'Localisation', '定位', 'Localisation', 'Pelacakan lokasi', 'warning'),
      entry('2', 'Repair', '维修', 'Réparation', 'Perbaikan', 'warning'),
      entry('3', 'Verification', '验证', 'Vérification', 'Verifikasi', 'warning'),
      entry('4', 'Closed', '已结案', 'Clos', 'Ditutup', 'success'),
    ],
  },
  {
    dictType: 'leak_case_outcome',
    dictName: texts('Outcome of a leak case', '漏损案件结果', 'Issue d’un dossier de fuite', 'Hasil kasus kebocoran'),
    entries: [
      entry('0', 'Repaired', '已修复', 'Réparée', 'Diperbaiki', 'success'),
      entry('1', 'False positive', '误报', 'Fausse alerte', 'Bukan kebocoran', 'default'),
      entry('2', 'Closed without proof', '未验证结案', 'Clos sans preuve', 'Ditutup tanpa bukti', 'warning'),
    ],
  },
  {
    dictType: 'leak_repair_verdict',
    dictName: texts('Proof of a repair', '修复验证', 'Preuve d’une réparation', 'Bukti perbaikan'),
    entries: [
      entry('0', 'Proven', '已证实', 'Prouvée', 'Terbukti', 'success'),
      entry('1', 'Partial', '部分', 'Partielle', 'Sebagian', 'warning'),
      entry('2', 'Not proven', '未证实', 'Non prouvée', 'Tidak terbukti', 'danger'),
    ],
  },
  {
    dictType: 'leak_case_source',
    dictName: texts('Origin of a leak case', '漏损案件来源', 'Origine d’un dossier de fuite', 'Asal kasus kebocoran'),
    entries: [
      entry('0', 'Automatic', '自动', 'Automatique', 'Otomatis', 'default'),
      entry('1', 'Leak detection', '漏损识别', 'Détection de fuite', 'Deteksi kebocoran', 'default'),
      entry('2', 'Alarm or report', '告警或报告', 'Alarme ou signalement', 'Alarm atau laporan', 'default'),
      entry('3', 'Request', '报修', 'Demande', 'Permintaan', 'default'),
      entry('4', 'Work order', '工单', 'Ordre de travail', 'Perintah kerja', 'default'),
    ],
  },
  {
    dictType: 'leak_part',
    dictName: texts('Part that leaked', '漏水部位', 'Élément en fuite', 'Bagian yang bocor'),
    entries: [
      entry('0', 'Main', '干管', 'Conduite principale', 'Pipa utama', 'default'),
      entry('1', 'Service pipe', '支管', 'Branchement', 'Pipa dinas', 'default'),
      entry('2', 'Fitting', '管件', 'Raccord', 'Sambungan', 'default'),
      entry('3', 'Valve', '阀门', 'Vanne', 'Katup', 'default'),
      entry('4', 'Customer side', '用户侧', 'Côté abonné', 'Sisi pelanggan', 'default'),
      entry('5', 'Other', '其他', 'Autre', 'Lainnya', 'default'),
    ],
  },
  {
    dictType: 'leak_cause',
    dictName: texts('Cause of a leak', '漏水原因', 'Cause d’une fuite', 'Penyebab kebocoran'),
    entries: [
      entry('0', 'Corrosion', '腐蚀', 'Corrosion', 'Korosi', 'default'),
      entry('1', 'Ground movement', '地面沉降', 'Mouvement de terrain', 'Pergerakan tanah', 'default'),
      entry('2', 'Joint', '接口', 'Joint', 'Sambungan', 'default'),
      entry('3', 'Pressure', '压力', 'Pression', 'Tekanan', 'default'),
      entry('4', 'Third party', '第三方破坏', 'Tiers', 'Pihak ketiga', 'default'),
      entry('5', 'Other', '其他', 'Autre', 'Lainnya', 'default'),
    ],
  },
  {
    dictType: 'leak_case_finding',
    dictName: texts('Repeat or dry hole', '复漏或空挖', 'Récidive ou fouille blanche', 'Berulang atau galian kosong'),
    entries: [
      entry('0', 'Repeat', '复漏', 'Récidive', 'Berulang', 'warning'),
      entry('1', 'Dry hole', '空挖', 'Fouille blanche', 'Galian kosong', 'default'),
    ],
  },
  {
    dictType: 'leak_false_reason',
    dictName: texts('Reason of a false positive', '误报原因', 'Motif de fausse alerte', 'Alasan bukan kebocoran'),
    entries: [
      entry('0', 'Tank filling', '水池补水', 'Remplissage de réservoir', 'Pengisian tangki', 'default'),
      entry('1', 'Legitimate use', '正常用水', 'Usage légitime', 'Pemakaian sah', 'default'),
      entry('2', 'Meter fault', '水表故障', 'Compteur défectueux', 'Gangguan meter', 'default'),
      entry('3', 'Network change', '管网调整', 'Modification du réseau', 'Perubahan jaringan', 'default'),
      entry('4', 'Other', '其他', 'Autre', 'Lainnya', 'default'),
    ],
  },
]
