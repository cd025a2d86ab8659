import { findParameter, parameterStore } from '@nightflow/platform/settings/configuration'
import { knownParameters, type parameters, sharedPasswordKey } from '@nightflow/schemas/platform/configuration'
import * as configuration from '@nightflow/schemas/platform/configuration-calls'
import { isSecretParameter, secretMask } from '@nightflow/schemas/platform/secret-parameters'
import { resourceCalls } from '@nightflow/schemas/resource-calls'
import { YesNo } from '@nightflow/schemas/shared/lists'
import { rejected } from '@nightflow/schemas/shared/rejections'
import type { FormOf, RowOf } from '@nightflow/schemas/shared/resource'
import type { RequestContext } from '../http/request-context.ts'
import { ask, command, type Route } from '../http/serve.ts'
import { type Hooks, resourceRoutes } from '../resource/resource-routes.ts'
import { namesOfParameters } from './built-in-names.ts'
import { upToDate } from './up-to-date.ts'

type Row = RowOf<typeof parameters>
type Typed = FormOf<typeof parameters>

const isSecret = ({ configKey }: Pick<Row, 'configKey'>): boolean => isSecretParameter(configKey)
const isMasked = ({ configValue }: Typed): boolean => configValue === secretMask

/** A programme that relies on a parameter must find in it what it can use. */
const isPossible = ({ configKey: key, configValue }: Typed): boolean => {
  return !Object.hasOwn(knownParameters, key) || knownParameters[key]!.safeParse(configValue).success
}

const masked = (row: Row): Row => (isSecret(row) ? { ...row, configValue: secretMask } : row)

/** A parameter that a programme relies on keeps its key, and so does the platform's that a tenant makes its own. Rules and secrecy go by the key. */
const keepsKey = (seen: Row, { caller }: RequestContext): boolean => seen.configType === YesNo.enum.yes || seen.tenant !== caller.tenant

const writing: Hooks<Row, Typed> = {
  tell: (row, context) => masked(namesOfParameters.tell(row, context)),
  tellAlone: (row, context) => {
    const told = namesOfParameters.tell(row, context)
    return context.caller.may('system:config:edit') ? told : masked(told)
  },
  before: async (values, context, id) => {
    const seen = id === undefined ? undefined : await context.read((database) => parameterStore.find(database, id))
    if (seen && values.configKey !== seen.configKey && keepsKey(seen, context)) return rejected('built-in-stays')
    // A masked value may be sent back as its mask; no value is created or changed to asterisks.
    const isKept = isMasked(values) && id !== undefined && isSecret(values)
    return isKept || (isPossible(values) && !isMasked(values)) ? undefined : rejected('parameter-impossible', { key: values.configKey })
  },
  written: (values, _, seen) => {
    const named = namesOfParameters.written(values)
    return isMasked(named) && seen ? { ...named, configValue: seen.configValue } : named
  },
}

/** Parameters. Secrets among them are masked in lists, and readable one by one with the permission to change them. */
export const parameterRoutes: readonly Route[] = [
  command(configuration.clearParameters, upToDate),
  command(configuration.refreshParameters, upToDate),
  ask(configuration.findParameterValue, async ({ configKey }, context) => {
    if (configKey === sharedPasswordKey) return { msg: '', data: '' }
    if (isSecretParameter(configKey) && !context.caller.may('system:config:edit')) return rejected('permission-missing')
    const value = (await context.read((database) => findParameter(database, context.caller.tenant, configKey))) ?? ''
    return { msg: value, data: value }
  }),
  ...resourceRoutes(resourceCalls.parameters, parameterStore, writing),
]
