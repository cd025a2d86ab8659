import type { Language } from '@nightflow/schemas/shared/language'

/** Words of the template, and of the file that says what became of each row. */
export const importWords: Record<Language, { choices: string; result: string; imported: string; left: string; initialPassword: string }> = {
  'zh-CN': { choices: '可选值', result: '导入结果', imported: '已导入', left: '未导入', initialPassword: '初始密码' },
  en: { choices: 'Choices', result: 'Result', imported: 'Imported', left: 'Not imported', initialPassword: 'First password' },
  fr: { choices: 'Choix', result: 'Résultat', imported: 'Importée', left: 'Non importée', initialPassword: 'Mot de passe initial' },
  id: { choices: 'Pilihan', result: 'Hasil', imported: 'Diimpor', left: 'Tidak diimpor', initialPassword: 'Kata sandi awal' },
}
