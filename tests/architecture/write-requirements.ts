import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRequirements, requirementsPage } from './requirements-page.ts'
import { repository } from './source-files.ts'

writeFileSync(join(repository, 'docs/requirements.md'), requirementsPage(readRequirements()))
