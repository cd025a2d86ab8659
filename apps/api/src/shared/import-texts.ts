import type { Language } from '@nightflow/schemas/shared/language'
import { en, fr, id, zhCN } from 'zod/locales'

/** What the rules of a form say of a value that breaks them, in the reader's language. */
export const complaints = { 'zh-CN': zhCN(), en: en(), fr: fr(), id: id() } satisfies Record<Language, object>

/** Words of the file that says what became of each row. */
export const resultWords: Record<Language, { head: string; imported: string; left: string }> = {
  'zh-CN': { head: '导入结果', imported: '已导入', left: '未导入' },
  en: { head: 'Result', imported: 'Imported', left: 'Not imported' },
  fr: { head: 'Résultat', imported: 'Importée', left: 'Non importée' },
  id: { head: 'Hasil', imported: 'Diimpor', left: 'Tidak diimpor' },
}
