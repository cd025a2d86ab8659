export type Language = 'en' | 'zh-CN' | 'fr' | 'id'

/** Marks a text that is still English; the tests of the texts refuse it. */
export const untranslatedMark = 'UNTRANSLATED'
export const untranslated = (english: string): string => `${untranslatedMark} ${english}`

type Said = { title: string; one: string }

/** `Reading books` within a sentence; names of languages that write nouns as they are stay. */
const lower = (text: string): string => (text.startsWith(untranslatedMark) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
/** `un carnet` becomes `carnet`. */
const withoutArticle = (text: string): string => text.replace(/^(?:une? |un’|an? )/, '')

/** The sentences of a list, from its title and the word for one row. In French `one` has its article, which tells the gender. */
const sentences: Record<Language, (said: Said) => Record<string, string>> = {
  en: ({ title, one }) => ({
    subtitle: `Add, change and remove ${lower(title)}.`,
    create: `Add ${withoutArticle(one)}`,
    created: `${capital(withoutArticle(one))} added`,
    change: 'Change {{name}}',
    remove: 'Remove {{name}}',
    removeText: '“{{name}}” is removed. This cannot be undone.',
    emptyTitle: `No ${lower(title)} yet`,
    emptyText: `Create the first ${withoutArticle(one)}.`,
  }),
  'zh-CN': ({ one }) => ({
    subtitle: `新增、修改和删除${one}。`,
    create: `新增${one}`,
    created: `${one}已新增`,
    change: '修改{{name}}',
    remove: '删除{{name}}',
    removeText: '“{{name}}”将被删除，此操作不可撤销。',
    emptyTitle: `暂无${one}`,
    emptyText: `请先新增${one}。`,
  }),
  fr: ({ one }) => ({
    subtitle: `Créer, modifier ou supprimer ${one}.`,
    create: `Créer ${one}`,
    created: `${capital(withoutArticle(one))} ${one.startsWith('une ') ? 'créée' : 'créé'}`,
    change: 'Modifier {{name}}',
    remove: 'Supprimer {{name}}',
    removeText: '«\u00a0{{name}}\u00a0» sera supprimé définitivement.',
    emptyTitle: `${one.startsWith('une ') ? 'Aucune' : 'Aucun'} ${withoutArticle(one)}`,
    emptyText: `Commencez par créer ${one}.`,
  }),
  id: ({ one }) => ({
    subtitle: `Tambah, ubah, dan hapus ${one}.`,
    create: `Tambah ${one}`,
    created: `${capital(one)} ditambahkan`,
    change: 'Ubah {{name}}',
    remove: 'Hapus {{name}}',
    removeText: '“{{name}}” dihapus. Ini tidak dapat dibatalkan.',
    emptyTitle: `Belum ada ${one}`,
    emptyText: `Tambahkan ${one} pertama.`,
  }),
}
const nameOf: Record<Language, string> = { en: 'Name', 'zh-CN': '名称', fr: 'Nom', id: 'Nama' }

/** All texts of the screen of a plain resource. */
export const resourceTexts = (language: Language, { title, one, field }: Said & { field: string }) => ({
  title,
  ...sentences[language]({ title, one }),
  field: { [field]: nameOf[language] },
})
