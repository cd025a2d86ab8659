import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

/** Words of meters and devices. */
export const devicesDictionaries: readonly DefaultDictionary[] = [
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
]
