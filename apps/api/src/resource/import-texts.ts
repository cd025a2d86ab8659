import type { Language } from '@nightflow/schemas/shared/language'

/** Texts of the template and of the result file. */
export const importWords: Record<
  Language,
  {
    choices: string
    result: string
    imported: string
    updated: string
    left: string
    initialPassword: string
    counts: string
    updates: string
    row: string
    cell: string
  }
> = {
  'zh-CN': {
    choices: '可选值',
    result: '导入结果',
    imported: '已导入',
    updated: '已更新',
    left: '未导入',
    initialPassword: '初始密码',
    counts: '共 {{total}} 行，已导入 {{imported}} 行。',
    updates: '其中更新 {{updated}} 行。',
    row: '第 {{row}} 行：',
    cell: '单元格 {{cell}}：',
  },
  en: {
    choices: 'Choices',
    result: 'Result',
    imported: 'Imported',
    updated: 'Updated',
    left: 'Not imported',
    initialPassword: 'Initial password',
    counts: '{{imported}} of {{total}} rows imported.',
    updates: '{{updated}} of them updated.',
    row: 'Row {{row}}: ',
    cell: 'Cell {{cell}}: ',
  },
  fr: {
    choices: 'Choix',
    result: 'Résultat',
    imported: 'Importée',
    updated: 'Mise à jour',
    left: 'Non importée',
    initialPassword: 'Mot de passe initial',
    counts: '{{imported}} lignes importées sur {{total}}.',
    updates: 'Dont {{updated}} mises à jour.',
    row: 'Ligne {{row}} : ',
    cell: 'Cellule {{cell}} : ',
  },
  id: {
    choices: 'Pilihan',
    result: 'Hasil',
    imported: 'Diimpor',
    updated: 'Diperbarui',
    left: 'Tidak diimpor',
    initialPassword: 'Kata sandi awal',
    counts: '{{imported}} dari {{total}} baris diimpor.',
    updates: '{{updated}} di antaranya diperbarui.',
    row: 'Baris {{row}}: ',
    cell: 'Sel {{cell}}: ',
  },
}
