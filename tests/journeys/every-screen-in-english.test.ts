import { holdEveryScreen } from './every-screen.ts'

holdEveryScreen('en')
