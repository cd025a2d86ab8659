import { defaultDictionaries } from '@nightflow/schemas/platform/default-dictionaries'
import { defaultParameters } from '@nightflow/schemas/platform/default-parameters'
import type { Texts } from '@nightflow/schemas/shared/language'
import type { Asked } from '../shared/asked.ts'

type Row = Record<string, unknown>
type Names = { tell: (row: Row, asked: Asked) => Row; written: (values: Row) => Row }

/**
 * Rows that the service brings along are kept under their English name and told in the reader's language, until a person gives them a
 * name of their own. Saving such a row without changing its name does not give one.
 */
const builtInNames = (key: string, name: string, known: ReadonlyMap<string, Texts>): Names => ({
  tell: (row, { language }) => {
    const names = known.get(String(row[key]))
    return names && row[name] === names.en ? { ...row, [name]: names[language] } : row
  },
  written: (values) => {
    const names = known.get(String(values[key]))
    return names && Object.values(names).includes(String(values[name])) ? { ...values, [name]: names.en } : values
  },
})

export const namesOfParameters = builtInNames('configKey', 'configName', new Map(defaultParameters.map(({ key, name }) => [key, name])))

export const namesOfDictionaries = builtInNames(
  'dictType',
  'dictName',
  new Map(defaultDictionaries.map(({ dictType, dictName }) => [dictType, dictName])),
)
