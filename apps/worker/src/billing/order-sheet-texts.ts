import type { Language } from '@nightflow/schemas/shared/language'

/** The words of the sheet of a work order. */
export type OrderSheetTexts = {
  title: string
  number: string
  orderType: string
  priority: string
  status: string
  assignee: string
  plannedFor: string
  dueDate: string
  place: string
  meter: string
  partition: string
  coordinates: string
  origin: string
  leakCase: (caseNo: number, partition: string, stage: string) => string
  alarm: (alarmId: number, name: string, moment: string) => string
  moreAlarms: (count: number) => string
  detection: (nth: number) => string
  reviewDay: (day: string) => string
  byHand: string
  remark: string
  checklist: string
  register: string
  started: string
  completed: string
  minutes: string
  parts: string
  notes: string
  ofCrew: string
  ofCustomer: string
  code: string
}

export const orderSheetTexts: Record<Language, OrderSheetTexts> = {
  'zh-CN': {
    title: '工单',
    number: '编号',
    orderType: '类型',
    priority: '优先级',
    status: '状态',
    assignee: '负责人',
    plannedFor: '计划日期',
    dueDate: '截止日期',
    place: '地点',
    meter: '水表',
    partition: '分区',
    coordinates: '坐标（纬度，经度）',
    origin: '来源',
    leakCase: (caseNo, partition, stage) => `漏损案件 ${caseNo} · ${partition} · ${stage}`,
    alarm: (alarmId, name, moment) => `告警 ${alarmId} · ${name} · ${moment}`,
    moreAlarms: (count) => `另有 ${count} 条告警`,
    detection: (nth) => `漏损识别 ${nth}`,
    reviewDay: (day) => `审核用水日 ${day}`,
    byHand: '手工创建',
    remark: '说明',
    checklist: '检查表',
    register: '表底数（m³）',
    started: '开始时间',
    completed: '完成时间',
    minutes: '工作分钟数',
    parts: '配件',
    notes: '结果与备注',
    ofCrew: '班组签字、日期',
    ofCustomer: '用户签字、日期',
    code: '扫码打开工单',
  },
  en: {
    title: 'Work order',
    number: 'Number',
    orderType: 'Type',
    priority: 'Priority',
    status: 'State',
    assignee: 'Assigned to',
    plannedFor: 'Planned day',
    dueDate: 'Due date',
    place: 'Place',
    meter: 'Meter',
    partition: 'Partition',
    coordinates: 'Coordinates (latitude, longitude)',
    origin: 'Origin',
    leakCase: (caseNo, partition, stage) => `Leak case ${caseNo} · ${partition} · ${stage}`,
    alarm: (alarmId, name, moment) => `Alarm ${alarmId} · ${name} · ${moment}`,
    moreAlarms: (count) => (count === 1 ? '1 more alarm' : `${count} more alarms`),
    detection: (nth) => `Leak detection ${nth}`,
    reviewDay: (day) => `Reviewed day ${day}`,
    byHand: 'Created by hand',
    remark: 'Description',
    checklist: 'Checklist',
    register: 'Register (m³)',
    started: 'Started',
    completed: 'Completed',
    minutes: 'Minutes worked',
    parts: 'Parts',
    notes: 'Result and notes',
    ofCrew: 'Signature of the crew, date',
    ofCustomer: 'Signature of the customer, date',
    code: 'Opens the order',
  },
  fr: {
    title: 'Ordre de travail',
    number: 'Numéro',
    orderType: 'Type',
    priority: 'Priorité',
    status: 'État',
    assignee: 'Assigné à',
    plannedFor: 'Jour prévu',
    dueDate: 'Échéance',
    place: 'Lieu',
    meter: 'Compteur',
    partition: 'Secteur',
    coordinates: 'Coordonnées (latitude, longitude)',
    origin: 'Origine',
    leakCase: (caseNo, partition, stage) => `Dossier de fuite ${caseNo} · ${partition} · ${stage}`,
    alarm: (alarmId, name, moment) => `Alarme ${alarmId} · ${name} · ${moment}`,
    moreAlarms: (count) => (count === 1 ? '1 autre alarme' : `${count} autres alarmes`),
    detection: (nth) => `Détection de fuite ${nth}`,
    reviewDay: (day) => `Jour à valider ${day}`,
    byHand: 'Saisie manuelle',
    remark: 'Description',
    checklist: 'Liste de contrôle',
    register: 'Index (m³)',
    started: 'Début',
    completed: 'Fin',
    minutes: 'Minutes de travail',
    parts: 'Pièces',
    notes: 'Résultat et notes',
    ofCrew: 'Signature de l’équipe, date',
    ofCustomer: 'Signature de l’abonné, date',
    code: 'Ouvre l’ordre',
  },
  id: {
    title: 'Perintah kerja',
    number: 'Nomor',
    orderType: 'Jenis',
    priority: 'Prioritas',
    status: 'Status',
    assignee: 'Ditugaskan kepada',
    plannedFor: 'Hari rencana',
    dueDate: 'Jatuh tempo',
    place: 'Tempat',
    meter: 'Meter',
    partition: 'Zona',
    coordinates: 'Koordinat (lintang, bujur)',
    origin: 'Asal',
    leakCase: (caseNo, partition, stage) => `Kasus kebocoran ${caseNo} · ${partition} · ${stage}`,
    alarm: (alarmId, name, moment) => `Alarm ${alarmId} · ${name} · ${moment}`,
    moreAlarms: (count) => `${count} alarm lainnya`,
    detection: (nth) => `Deteksi kebocoran ${nth}`,
    reviewDay: (day) => `Hari yang ditinjau ${day}`,
    byHand: 'Dibuat manual',
    remark: 'Uraian',
    checklist: 'Daftar periksa',
    register: 'Angka meter (m³)',
    started: 'Mulai',
    completed: 'Selesai',
    minutes: 'Menit kerja',
    parts: 'Suku cadang',
    notes: 'Hasil dan catatan',
    ofCrew: 'Tanda tangan regu, tanggal',
    ofCustomer: 'Tanda tangan pelanggan, tanggal',
    code: 'Membuka perintah',
  },
}
