import { z } from 'zod';

// The content security policy forbids compiling code from text, and zod's own probe for it would be reported as a breach.
z.config({ jitless: true });
