import type { Language } from '@nightflow/schemas/shared/language'

/** Words of the template, and of the file that says what became of each row. */
export const importWords: Record<Language, { choices: string; result: string; imported: string; left: string }> = {
  'zh-CN': { choices: '可选值', result: '导入结果', imported: '已导入', left: '未导入' },
  en: { choices: 'Choices', result: 'Result', imported: 'Imported', left: 'Not imported' },
  fr: { choices: 'Choix', result: 'Résultat', imported: 'Importée', left: 'Non importée' },
  id: { choices: 'Pilihan', result: 'Hasil', imported: 'Diimpor', left: 'Tidak diimpor' },
}
