import { defaultDictionaries } from '@nightflow/schemas/platform/default-dictionaries'
import { defaultParameters } from '@nightflow/schemas/platform/default-parameters'
import type { Texts } from '@nightflow/schemas/shared/language'
import type { RequestContext } from '../http/request-context.ts'

type Names<Key extends string, Name extends string> = {
  tell: <Row extends { [Field in Key | Name]: string }>(row: Row, context: RequestContext) => Row
  written: <Values extends { [Field in Key | Name]: string }>(values: Values) => Values
}

/**
 * Built-in rows are stored under their English name and shown in the reader's language, until a person gives them a
 * name of their own. Saving such a row without changing its name does not give one.
 */
const builtInNames = <Key extends string, Name extends string>(
  key: Key,
  name: Name,
  known: ReadonlyMap<string, Texts>,
): Names<Key, Name> => ({
  tell: (row, { language }) => {
    const names = known.get(row[key])
    return names && row[name] === names.en ? { ...row, [name]: names[language] } : row
  },
  written: (values) => {
    const names = known.get(values[key])
    return names && Object.values(names).includes(values[name]) ? { ...values, [name]: names.en } : values
  },
})

export const namesOfParameters = builtInNames('configKey', 'configName', new Map(defaultParameters.map(({ key, name }) => [key, name])))

export const namesOfDictionaries = builtInNames(
  'dictType',
  'dictName',
  new Map(defaultDictionaries.map(({ dictType, dictName }) => [dictType, dictName])),
)
