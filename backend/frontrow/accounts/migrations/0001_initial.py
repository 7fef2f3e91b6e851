import django.contrib.postgres.indexes
import django.contrib.postgres.operations
import django.db.models.deletion
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        django.contrib.postgres.operations.BtreeGistExtension(
        ),
        django.contrib.postgres.operations.TrigramExtension(
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('updated_at', models.DateTimeField(auto_now=True, db_default=django.db.models.functions.datetime.Now())),
                ('email', models.EmailField(max_length=255)),
                ('username', models.CharField(max_length=150, unique=True)),
                ('username_key', models.CharField(max_length=150, unique=True)),
                ('first_name', models.CharField(blank=True, max_length=150)),
                ('last_name', models.CharField(blank=True, max_length=150)),
                ('name_edited', models.BooleanField(db_default=False, default=False)),
                ('profile_image_url', models.URLField(blank=True, max_length=512)),
                ('role', models.CharField(choices=[('ADMIN', 'Admin'), ('SUPPORT', 'Support'), ('FINANCE', 'Finance'), ('COACH', 'Coach'), ('STUDENT', 'Student')], default='STUDENT', max_length=10)),
                ('status', models.CharField(choices=[('active', 'Active'), ('inactive', 'Inactive')], default='active', max_length=10)),
                ('phone', models.CharField(blank=True, max_length=16)),
                ('timezone', models.CharField(blank=True, max_length=64)),
                ('timezone_choice', models.CharField(blank=True, choices=[('automatic', 'Automatic'), ('chosen', 'Chosen'), ('bootcamp', 'Bootcamp')], db_default='', default='', max_length=9)),
                ('stripe_customer_id', models.CharField(blank=True, max_length=255)),
                ('stripe_subscription_id', models.CharField(blank=True, max_length=255)),
                ('is_demo', models.BooleanField(db_default=False, default=False)),
            ],
            options={
                'db_table': 'users',
                'indexes': [models.Index(models.OrderBy(models.F('created_at'), descending=True), models.OrderBy(models.F('id'), descending=True), name='users_newest'), models.Index(condition=models.Q(('role', 'ADMIN')), fields=['id'], name='users_admins'), models.Index(condition=models.Q(('is_demo', True)), fields=['id'], name='users_demo'), models.Index(condition=models.Q(('first_name__regex', '[\u3040-ヿ㐀-鿿가-\ud7af]'), ('last_name__regex', '[\u3040-ヿ㐀-鿿가-\ud7af]'), _connector='OR'), fields=['id'], name='users_cjk_names'), django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper('email'), name='gin_trgm_ops'), name='users_email_search'), django.contrib.postgres.indexes.GinIndex(django.contrib.postgres.indexes.OpClass(django.db.models.functions.text.Upper(django.db.models.functions.text.Concat('first_name', models.Value(' '), 'last_name')), name='gin_trgm_ops'), name='users_name_search')],
                'constraints': [models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='users_email_unique'), models.CheckConstraint(condition=models.Q(('role__in', ['ADMIN', 'SUPPORT', 'FINANCE', 'COACH', 'STUDENT'])), name='users_role_known'), models.CheckConstraint(condition=models.Q(('status__in', ['active', 'inactive'])), name='users_status_known'), models.CheckConstraint(condition=models.Q(('phone', ''), ('phone__regex', '^\\+[1-9][0-9]{6,14}$'), _connector='OR'), name='users_phone_e164')],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('actor_id', models.BigIntegerField(null=True)),
                ('acting_as_id', models.BigIntegerField(null=True)),
                ('action', models.CharField(max_length=64)),
                ('subject_type', models.CharField(blank=True, max_length=32)),
                ('subject_id', models.CharField(blank=True, max_length=64)),
                ('details', models.JSONField(default=dict)),
                ('request_id', models.CharField(blank=True, max_length=64)),
            ],
            options={
                'db_table': 'audit_log',
                'indexes': [models.Index(models.OrderBy(models.F('created_at'), descending=True), models.OrderBy(models.F('id'), descending=True), name='audit_newest'), models.Index(models.F('actor_id'), models.OrderBy(models.F('id'), descending=True), name='audit_by_actor'), models.Index(models.F('subject_type'), models.F('subject_id'), name='audit_by_subject')],
            },
        ),
        migrations.CreateModel(
            name='EmailRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('verify_address', 'Verify Address'), ('reset_password', 'Reset Password'), ('set_password', 'Set Password'), ('find_purchases', 'Find Purchases')], max_length=16)),
                ('email', models.EmailField(max_length=255)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'letter_requests',
                'constraints': [models.CheckConstraint(condition=models.Q(('kind__in', ['verify_address', 'reset_password', 'set_password', 'find_purchases'])), name='letter_requests_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='FirstAdminLatch',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('closed_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
                ('user_id', models.BigIntegerField()),
            ],
            options={
                'db_table': 'first_admin_latch',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='first_admin_latch_single_row')],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'db_table': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='SignInCode',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.EmailField(blank=True, max_length=255)),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sign_in_codes', to=settings.AUTH_USER_MODEL)),
                ('browser_key', models.CharField(max_length=64)),
                ('code_hash', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('wrong_tries', models.PositiveSmallIntegerField(db_default=0, default=0)),
                ('device', models.CharField(blank=True, db_default='', default='', max_length=32)),
                ('created_at', models.DateTimeField(auto_now_add=True, db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'sign_in_codes',
                'constraints': [models.UniqueConstraint(fields=('browser_key',), name='sign_in_codes_browser_key_key'), models.CheckConstraint(condition=models.Q(('code_hash', ''), ('user__isnull', False), _connector='OR'), name='sign_in_codes_have_a_user'), models.CheckConstraint(condition=models.Q(('wrong_tries__lte', 5)), name='sign_in_codes_five_tries')],
            },
        ),
    ]
