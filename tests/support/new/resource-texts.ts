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

type Done = { verb: string; done: string; isForMany: boolean }

/** The texts of a command: its button, its dialog, the message after it, and its sentence in the history. */
const commandSentences: Record<Language, (said: Done) => { many: Record<string, string>; text: string; done: string; sentence: string }> = {
  en: ({ verb, done }) => ({
    many: { many_one: `${verb} {{count}} row`, many_other: `${verb} {{count}} rows` },
    text: 'The history keeps the change with your name.',
    done: `${done}: {{name}}`,
    sentence: `${done} by {{by}}.`,
  }),
  'zh-CN': ({ verb, done }) => ({
    many: { many_other: `${verb}（{{count}} 项）` },
    text: '该操作及操作人将记入历史。',
    done: `${done}：{{name}}`,
    sentence: `{{by}}：${done}。`,
  }),
  fr: ({ verb, done }) => ({
    many: { many_one: `${verb} {{count}} ligne`, many_other: `${verb} {{count}} lignes` },
    text: 'L’historique garde l’opération avec votre nom.',
    done: `${done}\u00a0: {{name}}`,
    sentence: `${done} par {{by}}.`,
  }),
  id: ({ verb, done }) => ({
    many: { many_other: `${verb} {{count}} baris` },
    text: 'Riwayat menyimpan perubahan ini dengan nama Anda.',
    done: `${done}: {{name}}`,
    sentence: `${done} oleh {{by}}.`,
  }),
}

export const commandTexts = (language: Language, said: Done) => {
  const { many, text, done, sentence } = commandSentences[language](said)
  const command = { short: said.verb, one: `${said.verb} {{name}}`, ...(said.isForMany && many), text, done }
  return { command, sentence }
}

/** Sentences of the history of one row, and the names of its events in the log. */
const entitySentences: Record<
  Language,
  (one: string) => { history: Record<string, string>; events: Record<string, string>; number: string }
> = {
  en: (one) => ({
    history: {
      added: `{{by}} added the ${withoutArticle(one)}.`,
      changed: '{{by}} changed the details.',
      removed: `{{by}} removed the ${withoutArticle(one)}.`,
    },
    events: { Added: 'added', Changed: 'changed', Removed: 'removed' },
    number: 'Number',
  }),
  'zh-CN': (one) => ({
    history: { added: `{{by}} 新增了${one}。`, changed: '{{by}} 修改了信息。', removed: `{{by}} 删除了${one}。` },
    events: { Added: '已新增', Changed: '已修改', Removed: '已删除' },
    number: '编号',
  }),
  fr: (one) => {
    const e = one.startsWith('une ') ? 'e' : ''
    return {
      history: { added: `{{by}} a ajouté ${one}.`, changed: '{{by}} a modifié les données.', removed: `{{by}} a supprimé ${one}.` },
      events: { Added: `ajouté${e}`, Changed: `modifié${e}`, Removed: `supprimé${e}` },
      number: 'Numéro',
    }
  },
  id: (one) => ({
    history: { added: `{{by}} menambahkan ${one}.`, changed: '{{by}} mengubah rincian.', removed: `{{by}} menghapus ${one}.` },
    events: { Added: 'ditambahkan', Changed: 'diubah', Removed: 'dihapus' },
    number: 'Nomor',
  }),
}

/** All texts of the screen of an entity, and the names of its events. */
export const entityTexts = (language: Language, said: Said & { field: string }) => {
  const { history, events, number } = entitySentences[language](said.one)
  const named = capital(withoutArticle(said.one)) + (language === 'zh-CN' ? '' : ' ')
  return {
    screen: { ...resourceTexts(language, said), field: { [said.field]: number }, command: {}, history },
    events: Object.fromEntries(Object.entries(events).map(([event, text]) => [event, named + text])),
  }
}
