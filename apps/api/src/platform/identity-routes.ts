import * as platform from '@nightflow/schemas/platform/endpoints'
import { changePreferences } from '@nightflow/schemas/platform/preferences'
import { updateProfile as profileUpdate } from '@nightflow/schemas/platform/profile-calls'
import * as registration from '@nightflow/schemas/platform/registration-calls'
import * as session from '@nightflow/schemas/platform/session-calls'
import * as signInCalls from '@nightflow/schemas/platform/sign-in-calls'
import { ask, command, open, type Route } from '../http/serve.ts'
import { findCaptcha } from './captcha.ts'
import { changeOwnPassword, keepPreferences, replaceInitialPassword, unlockScreen, updateLanguage, updateProfile } from './profile.ts'
import { recoverPassword } from './recover-password.ts'
import { registerExperience } from './register-experience.ts'
import { findInfo, findOwnTenant, findProfile, logOut, refreshSession } from './session.ts'
import { findPublicKey, findSession, logIn, renewSession, signIn } from './sign-in.ts'
import { checkCode, sendCode } from './verification-codes.ts'
import { endVisit, visitTenant } from './visits.ts'

/** Identity: sign-in and sign-out, passwords, and one's own profile. */
export const identityRoutes: readonly Route[] = [
  open(platform.signIn, signIn),
  ask(platform.findSession, findSession),
  ask(platform.renewSession, renewSession),
  open(signInCalls.findCaptcha, findCaptcha),
  open(signInCalls.findCaptchaAlias, findCaptcha),
  open(signInCalls.findPublicKey, findPublicKey),
  open(signInCalls.logIn, logIn),
  ask(signInCalls.refreshSession, refreshSession),
  ask(signInCalls.logOut, logOut),
  open(registration.sendCode, sendCode),
  open(signInCalls.checkCode, checkCode),
  open(signInCalls.recoverPassword, recoverPassword),
  open(registration.registerExperience, registerExperience),
  ask(session.findInfo, findInfo),
  ask(session.findOwnTenant, findOwnTenant),
  ask(session.findProfile, findProfile),
  command(profileUpdate, updateProfile),
  command(session.updateLanguage, updateLanguage),
  command(changePreferences, keepPreferences),
  command(session.changeOwnPassword, changeOwnPassword),
  command(session.unlockScreen, unlockScreen),
  command(session.replaceInitialPassword, replaceInitialPassword),
  command(session.visitTenant, visitTenant),
  command(session.endVisit, endVisit),
]
