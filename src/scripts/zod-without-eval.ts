import { z } from 'zod';

// The content security policy forbids compiling code from text; zod's probe for it would be reported as a violation.
z.config({ jitless: true });
