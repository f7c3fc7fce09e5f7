-- Gives the role of each app (the migrations make them) its password.
-- psql -v ON_ERROR_STOP=1 -f roles.sql, with the passwords in the environment.
\getenv password GATEWAY_PASSWORD
alter role gcd_gateway password :'password';
\getenv password CERTS_PASSWORD
alter role gcd_certs password :'password';
\getenv password CARDS_PASSWORD
alter role gcd_cards password :'password';
\getenv password SEARCH_PASSWORD
alter role gcd_search password :'password';
\getenv password CHANGES_PASSWORD
alter role gcd_changes password :'password';
