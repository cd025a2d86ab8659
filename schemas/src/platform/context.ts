import { type Context, callsOfModules } from '../shared/context.ts'
import * as owner from '../shared/owner.ts'
import * as configuration from './configuration-calls.ts'
import { platformDictionaries } from './dictionaries.ts'
import * as dictionary from './dictionary-calls.ts'
import * as calls from './endpoints.ts'
import * as exportJobs from './export-jobs.ts'
import * as fileCalls from './file-calls.ts'
import * as gatewayDownlink from './gateway-downlink.ts'
import * as importJobs from './import-jobs.ts'
import * as loginLog from './login-log-calls.ts'
import * as mapLayerCalls from './map-layer-calls.ts'
import * as preferences from './preferences.ts'
import * as profileCalls from './profile-calls.ts'
import * as registrationCalls from './registration-calls.ts'
import * as reportMailings from './report-mailings.ts'
import * as sessionCalls from './session-calls.ts'
import * as signInCalls from './sign-in-calls.ts'

export const platform = {
  calls: callsOfModules(
    calls,
    signInCalls,
    registrationCalls,
    sessionCalls,
    profileCalls,
    preferences,
    fileCalls,
    mapLayerCalls,
    dictionary,
    configuration,
    loginLog,
    exportJobs,
    importJobs,
    reportMailings,
    gatewayDownlink,
    owner,
  ),
  dictionaries: platformDictionaries,
} satisfies Context
