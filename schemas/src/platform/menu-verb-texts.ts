import { type Texts, texts } from '../shared/language.ts'

/** Titles of the buttons of a page, by the last word of their permission. */
const verbTexts: Record<string, Texts> = {
  query: texts('View', '查询', 'Consulter', 'Lihat'),
  add: texts('Add', '新增', 'Ajouter', 'Tambah'),
  edit: texts('Change', '修改', 'Modifier', 'Ubah'),
  remove: texts('Remove', '删除', 'Supprimer', 'Hapus'),
  export: texts('Export', '导出', 'Exporter', 'Ekspor'),
  import: texts('Import', '导入', 'Importer', 'Impor'),
  resetPwd: texts('Reset password', '重置密码', 'Réinitialiser le mot de passe', 'Atur ulang kata sandi'),
  erase: texts('Erase personal data', '清除个人信息', 'Effacer les données personnelles', 'Hapus data pribadi'),
  unlock: texts('Unlock', '解锁', 'Déverrouiller', 'Buka kunci'),
  visit: texts('Visit tenant', '进入租户', 'Visiter l’organisation', 'Kunjungi perusahaan'),
  recharge: texts('Recharge', '充值', 'Recharger', 'Isi ulang'),
  link: texts('Link meter', '关联水表', 'Associer un compteur', 'Kaitkan meter'),
  freeze: texts('Freeze and unfreeze', '冻结与解冻', 'Suspendre et rétablir', 'Bekukan dan aktifkan kembali'),
  transfer: texts('Transfer', '过户', 'Changer de titulaire', 'Alihkan'),
  cancel: texts('Cancel account', '销户', 'Résilier', 'Tutup pelanggan'),
  attach: texts('Attach documents', '管理附件', 'Joindre des documents', 'Kelola lampiran'),
  upload: texts('Upload', '上传', 'Téléverser', 'Unggah'),
  process: texts('Process', '处理', 'Traiter', 'Proses'),
  register: texts('Register', '登记', 'Enregistrer', 'Daftarkan'),
  replace: texts('Replace', '更换', 'Remplacer', 'Ganti'),
  operate: texts('Operate valve', '阀门操作', 'Manœuvrer la vanne', 'Operasikan katup'),
  associate: texts('Associate meters', '关联水表', 'Associer des compteurs', 'Kaitkan meter'),
  emergency: texts('Close in an emergency', '紧急关阀', 'Fermer en urgence', 'Tutup darurat'),
  send: texts('Send leak messages', '发送漏水通知', 'Envoyer des messages de fuite', 'Kirim pesan kebocoran'),
  manage: texts('Manage', '管理', 'Gérer', 'Kelola'),
  correct: texts('Correct', '更正', 'Corriger', 'Koreksi'),
  life: texts('Storage and installation', '出入库与安装', 'Stock et pose', 'Gudang dan pemasangan'),
  update: texts('Update key', '更新密钥', 'Mettre à jour la clé', 'Perbarui kunci'),
  declare: texts('Import', '导入', 'Importer', 'Impor'),
  withdraw: texts('Withdraw', '撤销', 'Annuler', 'Batalkan'),
  take: texts('Take readings', '抄表', 'Relever', 'Catat'),
  pay: texts('Pay', '还款', 'Payer', 'Bayar'),
  plan: texts('Plan', '制定计划', 'Planifier', 'Rencanakan'),
  review: texts('Review', '审核', 'Valider', 'Tinjau'),
  configure: texts('Configure', '设置', 'Configurer', 'Atur'),
  publish: texts('Publish and retire', '发布与停用', 'Publier et retirer', 'Terbitkan dan hentikan'),
  credit: texts('Credit', '贷记', 'Créditer', 'Kreditkan'),
  issue: texts('Issue', '出账', 'Émettre', 'Terbitkan'),
  dismiss: texts('Dismiss', '不再处理', 'Écarter', 'Abaikan'),
  rebill: texts('Re-bill', '重算账单', 'Refacturer', 'Tagih ulang'),
  debit: texts('Debit', '借记', 'Débiter', 'Debitkan'),
  remind: texts('Stop reminders', '停止催缴', 'Arrêter les relances', 'Hentikan pengingat'),
  reverse: texts('Reverse', '冲正', 'Annuler', 'Batalkan'),
  post: texts('Post', '出账', 'Émettre', 'Terbitkan'),
  pause: texts('Pause and resume', '暂停与继续', 'Mettre en pause et reprendre', 'Jeda dan lanjutkan'),
  refund: texts('Refund', '退款', 'Rembourser', 'Kembalikan'),
  assign: texts('Assign', '分配', 'Affecter', 'Alokasikan'),
  reveal: texts('Read personal data', '查看个人信息', 'Lire les données personnelles', 'Baca data pribadi'),
  run: texts('Run', '执行', 'Lancer', 'Jalankan'),
}

/** The title of the button for a verb. A verb without one is named at the start, not found missing by a reader. */
export const textsOfVerb = (verb: string): Texts => {
  const found = verbTexts[verb]
  if (!found) throw new Error(`the verb "${verb}" of a permission has no title in menu-verb-texts.ts`)
  return found
}
