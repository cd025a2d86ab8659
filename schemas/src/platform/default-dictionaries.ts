import { texts } from '../shared/language.ts'
import { billingDictionaries } from './billing-dictionaries.ts'
import { type DefaultDictionary, entry } from './dictionary-entry.ts'

export const defaultDictionaries: readonly DefaultDictionary[] = [
  {
    dictType: 'sys_normal_disable',
    dictName: texts('Activation status', '启用状态', 'État d’activation', 'Status aktivasi'),
    entries: [
      { ...entry('0', 'Enabled', '启用', 'Actif', 'Aktif', 'success'), isDefault: true },
      entry('1', 'Disabled', '停用', 'Désactivé', 'Nonaktif', 'default'),
    ],
  },
  {
    dictType: 'sys_user_sex',
    dictName: texts('User sex', '用户性别', 'Sexe de l’utilisateur', 'Jenis kelamin pengguna'),
    entries: [
      entry('0', 'Male', '男', 'Homme', 'Laki-laki'),
      entry('1', 'Female', '女', 'Femme', 'Perempuan'),
      { ...entry('2', 'Not specified', '未知', 'Non précisé', 'Tidak disebutkan'), isDefault: true },
    ],
  },
  {
    dictType: 'sys_show_hide',
    dictName: texts('Menu visibility', '菜单显示状态', 'Visibilité dans le menu', 'Visibilitas menu'),
    entries: [
      { ...entry('0', 'Shown', '显示', 'Affiché', 'Ditampilkan', 'success'), isDefault: true },
      entry('1', 'Hidden', '隐藏', 'Masqué', 'Disembunyikan', 'default'),
    ],
  },
  {
    dictType: 'sys_yes_no',
    dictName: texts('Yes or no', '是否', 'Oui ou non', 'Ya atau tidak'),
    entries: [{ ...entry('Y', 'Yes', '是', 'Oui', 'Ya', 'primary'), isDefault: true }, entry('N', 'No', '否', 'Non', 'Tidak', 'primary')],
  },
  {
    dictType: 'meter_communication',
    dictName: texts('Meter communication', '水表通信方式', 'Communication des compteurs', 'Komunikasi meter'),
    entries: [
      { ...entry('0', 'NB-IoT', 'NB-IoT', 'NB-IoT', 'NB-IoT'), isDefault: true },
      entry('1', 'LoRaWAN', 'LoRaWAN', 'LoRaWAN', 'LoRaWAN'),
      entry('2', 'Wireless M-Bus', '无线 M-Bus', 'M-Bus radio', 'M-Bus nirkabel'),
      entry('3', 'Wired M-Bus', '有线 M-Bus', 'M-Bus filaire', 'M-Bus kabel'),
      entry('4', '4G', '4G', '4G', '4G'),
      entry('5', 'None (mechanical)', '无（机械表）', 'Aucune (mécanique)', 'Tidak ada (mekanik)'),
    ],
  },
  {
    dictType: 'meter_prepayment',
    dictName: texts('Payment at the meter', '水表付费方式', 'Paiement au compteur', 'Pembayaran di meter'),
    entries: [
      { ...entry('0', 'Postpaid', '后付费', 'Postpaiement', 'Pascabayar'), isDefault: true },
      entry('1', 'IC card', 'IC 卡', 'Carte à puce', 'Kartu IC'),
      entry('2', 'STS token', 'STS 代码', 'Jeton STS', 'Token STS'),
    ],
  },
  {
    dictType: 'meter_data_source',
    dictName: texts('Source of readings', '抄表数据来源', 'Source des relevés', 'Sumber pembacaan'),
    entries: [
      { ...entry('0', 'Gateway', '网关', 'Passerelle', 'Gateway'), isDefault: true },
      entry('1', 'Network server', '网络服务器', 'Serveur de réseau', 'Server jaringan'),
      entry('2', 'Manual reading', '人工抄表', 'Relevé manuel', 'Pembacaan manual'),
      entry('3', 'Import', '数据导入', 'Import', 'Impor'),
    ],
  },
  {
    dictType: 'sys_notice_type',
    dictName: texts('Notice type', '通知类型', 'Type d’avis', 'Jenis pengumuman'),
    entries: [
      { ...entry('1', 'Notice', '通知', 'Avis', 'Pemberitahuan', 'info'), isDefault: true },
      entry('2', 'Announcement', '公告', 'Annonce', 'Pengumuman', 'primary'),
    ],
  },
  {
    dictType: 'sys_notice_status',
    dictName: texts('Notice status', '通知状态', 'État d’un avis', 'Status pengumuman'),
    entries: [
      { ...entry('0', 'Published', '正常', 'Publié', 'Diterbitkan', 'primary'), isDefault: true },
      entry('1', 'Closed', '关闭', 'Fermé', 'Ditutup', 'danger'),
    ],
  },
  {
    dictType: 'sys_oper_type',
    dictName: texts('Operation type', '操作类型', 'Type d’opération', 'Jenis operasi'),
    entries: [
      entry('1', 'Create', '新增', 'Création', 'Tambah', 'info'),
      entry('2', 'Change', '修改', 'Modification', 'Ubah', 'info'),
      entry('3', 'Remove', '删除', 'Suppression', 'Hapus', 'danger'),
      entry('4', 'Grant', '授权', 'Attribution de droits', 'Pemberian hak', 'primary'),
      entry('5', 'Export', '导出', 'Export', 'Ekspor', 'warning'),
      entry('6', 'Import', '导入', 'Import', 'Impor', 'warning'),
      entry('7', 'Forced sign-out', '强退', 'Déconnexion forcée', 'Paksa keluar', 'danger'),
      entry('9', 'Clear', '清空数据', 'Purge', 'Kosongkan', 'danger'),
      entry('0', 'Other', '其他', 'Autre', 'Lainnya', 'info'),
    ],
  },
  {
    dictType: 'sys_common_status',
    dictName: texts('Result', '系统状态', 'Résultat', 'Hasil'),
    entries: [entry('0', 'Success', '成功', 'Succès', 'Berhasil', 'primary'), entry('1', 'Failure', '失败', 'Échec', 'Gagal', 'danger')],
  },
  {
    dictType: 'sys_role_type',
    dictName: texts('Role type', '角色类型', 'Type de rôle', 'Jenis peran'),
    entries: [
      { ...entry('general', 'General', '普通角色', 'Général', 'Umum'), isDefault: true },
      entry('agent', 'Agent', '代理商角色', 'Agent', 'Agen'),
    ],
  },
  {
    dictType: 'sys_data_scope',
    dictName: texts('Role data scope', '角色数据范围', 'Périmètre de données du rôle', 'Cakupan data peran'),
    entries: [
      { ...entry('1', 'All data', '全部数据权限', 'Toutes les données', 'Semua data'), isDefault: true },
      entry('2', 'Selected departments and regions', '自定义数据权限', 'Services et régions choisis', 'Departemen dan wilayah terpilih'),
      entry('3', 'Own department', '本部门数据权限', 'Son service', 'Departemen sendiri'),
      entry(
        '4',
        'Own department and below',
        '本部门及以下数据权限',
        'Son service et les sous-services',
        'Departemen sendiri dan di bawahnya',
      ),
      entry('5', 'Own data only', '仅本人数据权限', 'Ses propres données', 'Data sendiri saja'),
    ],
  },
  {
    dictType: 'sys_user_type',
    dictName: texts('User type', '用户类型', 'Type d’utilisateur', 'Jenis pengguna'),
    entries: [
      entry('00', 'Platform operator', '平台运营', 'Opérateur de la plateforme', 'Operator platform'),
      { ...entry('01', 'Staff', '员工', 'Personnel', 'Staf'), isDefault: true },
      entry('02', 'Trial', '体验用户', 'Essai', 'Uji coba'),
      entry('03', 'Agent', '代理商', 'Agent', 'Agen'),
    ],
  },
  {
    dictType: 'device_type',
    dictName: texts('Device type', '设备类型', 'Type d’équipement', 'Jenis perangkat'),
    entries: [
      entry('0', 'Large meter', '大表', 'Gros compteur', 'Meter besar'),
      entry('1', 'Concentrator', '集中器', 'Concentrateur', 'Konsentrator'),
      entry('2', 'Pressure gauge', '压力传感器', 'Capteur de pression', 'Sensor tekanan'),
      entry('3', 'Valve control', '阀控', 'Commande de vanne', 'Kendali katup'),
      entry('4', 'Flow meter', '流量计', 'Débitmètre', 'Meter debit'),
      entry('5', 'Sonar detection', '声呐检漏仪', 'Détection acoustique', 'Deteksi sonar'),
      entry('6', 'Water pump', '水泵', 'Pompe à eau', 'Pompa air'),
    ],
  },
  {
    dictType: 'device_status',
    dictName: texts('Device status', '设备状态', 'État de l’équipement', 'Status perangkat'),
    entries: [
      { ...entry('0', 'Not installed', '未安装', 'Non installé', 'Belum dipasang', 'default'), isDefault: true },
      entry('1', 'Installed', '已安装', 'Installé', 'Terpasang', 'primary'),
      entry('2', 'Offline', '离线', 'Hors ligne', 'Luring', 'warning'),
      entry('3', 'Online', '在线', 'En ligne', 'Daring', 'success'),
    ],
  },
  {
    dictType: 'map_type',
    dictName: texts('Map provider', '地图类型', 'Fournisseur de carte', 'Penyedia peta'),
    entries: [
      { ...entry('0', 'First provider', '地图一', 'Premier fournisseur', 'Penyedia pertama'), isDefault: true },
      entry('1', 'Second provider', '地图二', 'Second fournisseur', 'Penyedia kedua'),
    ],
  },
  {
    dictType: 'communication_mode',
    dictName: texts('Communication mode', '远传方式', 'Mode de communication', 'Mode komunikasi'),
    entries: [
      entry('0', 'NB-IoT', 'NB-IoT', 'NB-IoT', 'NB-IoT'),
      entry('1', 'LoRaWAN', 'LoRaWAN', 'LoRaWAN', 'LoRaWAN'),
      entry('2', '4G', '4G', '4G', '4G'),
      entry('3', 'GPRS', 'GPRS', 'GPRS', 'GPRS'),
      entry('4', 'Wired', '有线', 'Filaire', 'Kabel'),
    ],
  },
  {
    dictType: 'power_supply_mode',
    dictName: texts('Power supply', '供电方式', 'Alimentation', 'Catu daya'),
    entries: [
      entry('0', 'Battery', '电池', 'Pile', 'Baterai'),
      entry('1', 'Mains', '市电', 'Secteur', 'Listrik PLN'),
      entry('2', 'Solar', '太阳能', 'Solaire', 'Tenaga surya'),
    ],
  },
  {
    dictType: 'pressure_source',
    dictName: texts('Pressure data source', '压力数据来源', 'Source des pressions', 'Sumber data tekanan'),
    entries: [
      { ...entry('0', 'RTU-SL', 'RTU-SL', 'RTU-SL', 'RTU-SL'), isDefault: true },
      entry('1', 'Pressure sensor YZJ', '压力传感器 YZJ', 'Capteur de pression YZJ', 'Sensor tekanan YZJ'),
    ],
  },
  {
    dictType: 'pressure_state',
    dictName: texts('Pressure state', '压力状态', 'État de la pression', 'Status tekanan'),
    entries: [
      entry('0', 'Normal', '正常', 'Normale', 'Normal', 'success'),
      entry('1', 'Pressure alarm', '压力告警', 'Alarme de pression', 'Alarm tekanan', 'danger'),
      entry('2', 'Unknown', '未知', 'Inconnue', 'Tidak diketahui', 'default'),
    ],
  },
  {
    dictType: 'concentrator_state',
    dictName: texts('Communication state', '通讯状态', 'État de communication', 'Status komunikasi'),
    entries: [
      { ...entry('0', 'Offline', '离线', 'Hors ligne', 'Luring', 'default'), isDefault: true },
      entry('1', 'Online', '在线', 'En ligne', 'Daring', 'success'),
    ],
  },
  ...billingDictionaries,
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
