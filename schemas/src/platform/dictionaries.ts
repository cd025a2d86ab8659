import { type DefaultDictionary, entry } from '../shared/default-dictionary.ts'
import { texts } from '../shared/language.ts'

/** Words of the platform. */
export const platformDictionaries: readonly DefaultDictionary[] = [
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
    dictType: 'map_type',
    dictName: texts('Map provider', '地图类型', 'Fournisseur de carte', 'Penyedia peta'),
    entries: [
      { ...entry('0', 'First provider', '地图一', 'Premier fournisseur', 'Penyedia pertama'), isDefault: true },
      entry('1', 'Second provider', '地图二', 'Second fournisseur', 'Penyedia kedua'),
    ],
  },
]
